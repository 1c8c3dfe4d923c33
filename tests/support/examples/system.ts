import type { systemRoutes } from '../../../shared/contract/system.ts';
import type { PrivateExamplesOf } from './example.ts';

export const systemExamples = {
  health: {
    response: { data: { ok: true } },
  },

  openapi: {
    query: { version: '3.1' },
    response: { openapi: '3.1.0', info: { title: 'Tamis API', version: '1' }, paths: {} },
  },
} satisfies PrivateExamplesOf<typeof systemRoutes>;

import { type Feature, table } from './feature.ts';

export const system = {
  routes: {
    health: { grants: [...table, 'secret'] },
    openapi: { grants: [...table] },
  },
} as const satisfies Feature<'system'>;

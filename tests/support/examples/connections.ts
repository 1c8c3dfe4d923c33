import { connection } from '../../../shared/contract/examples/connections.ts';
import type { connectionRoutes } from '../../../shared/contract/connections.ts';
import type { PrivateExamplesOf } from './example.ts';

export const privateConnectionExamples = {
  connect: {
    body: { service: 'mailchimp', key: '0123456789abcdef0123456789abcdef-us6' },
    response: { data: connection },
  },

  disconnect: {
    params: { id: connection.id },
    response: { data: {} },
  },
} satisfies PrivateExamplesOf<typeof connectionRoutes>;

import { connection } from '../../../shared/contract/examples/connections.ts';
import type { connectionRoutes } from '../../../shared/contract/connections.ts';
import type { PrivateExamplesOf } from './example.ts';

export const privateConnectionExamples = {
  connect: {
    summary: 'Connect an account of a service',
    notes:
      'Reads the name of the account with the key, and stores the key sealed. Connecting the same account again replaces its key, and continues the imports that waited for this.',
    body: { service: 'mailchimp', key: '0123456789abcdef0123456789abcdef-us6' },
    response: { data: connection },
  },

  disconnect: {
    summary: 'Delete the key of a connected account',
    params: { id: connection.id },
    response: { data: {} },
  },
} satisfies PrivateExamplesOf<typeof connectionRoutes>;

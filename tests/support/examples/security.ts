import type { securityRoutes } from '../../../shared/contract/security.ts';
import type { PrivateExamplesOf } from './example.ts';

export const securityExamples = {
  getSecurity: {
    response: {
      data: {
        totp: { created_at: '2026-11-20T15:30:00.000Z' },
        passkeys: [
          {
            id: 'Zk3vN8rT1yW6bC0dE5fG9hJ2kL7mP4qS',
            name: 'Laptop',
            created_at: '2026-11-20T15:32:00.000Z',
            last_used_at: null,
          },
        ],
        recovery_codes: 10,
        access: [
          {
            kind: 'endpoint',
            id: '01KA7Q2M8Z4T6V9XB3C5D7F1GH',
            name: 'hooks.customer.test',
            added_at: '2026-11-20T15:30:00.000Z',
            added_by: 'Ada Martin · Firefox, Linux · 203.0.113.0/24',
            people: ['01KAC3D4E5F6G7H8J9K0M1N2P3'],
            last_used_at: null,
            current: false,
          },
        ],
        reset_at: null,
      },
    },
  },

  endAccess: {
    body: { since: '2026-11-20T15:00:00.000Z', reset_keys: true },
    response: { data: {} },
  },
} satisfies PrivateExamplesOf<typeof securityRoutes>;

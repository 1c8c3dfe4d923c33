import type { usageRoutes } from '../../../shared/contract/usage.ts';
import type { PrivateExamplesOf } from './example.ts';

export const privateUsageExamples = {
  listActivity: {
    query: { kind: 'list', from: '2026-11-01' },
    response: {
      data: {
        entries: [
          {
            id: '01KAJ4T6Q8Z3M5N7P9R1S2V4W6',
            at: '2026-11-20T15:30:00.000Z',
            who: {
              type: 'person',
              id: '01KAC3D4E5F6G7H8J9K0M1N2P3',
              name: 'Alan Moreau (alan@customer.test)',
            },
            kind: 'list',
            what: 'downloaded',
            target: '01K9TJ6ZC9N8T1Y6W2Q4B5D7FH',
            name: 'Spring newsletter',
            from: null,
            to: null,
            by: 'Firefox, Windows · 203.0.113.0/24',
          },
        ],
        next: null,
      },
    },
  },
} satisfies PrivateExamplesOf<typeof usageRoutes>;

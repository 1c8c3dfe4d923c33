import type { usageRoutes } from '../usage.ts';
import type { ExamplesOf } from './example.ts';

const emptyRow = {
  at: null,
  file_id: null,
  file_name: null,
  file_state: null,
  file_verified: null,
  file_valid: null,
  by: null,
  person: null,
  added: 0,
  reserved: 0,
  charged: 0,
  returned: 0,
  held: 0,
  taken_back: 0,
  borrowed: 0,
  repaid: 0,
};

export const usageExamples = {
  credits: {
    summary: 'Your current credits',
    notes:
      '`available` credits can be spent, `reserved` ones are set aside for running lists, and `held` ones for disputed payments. The next credits first pay `debt`. With a test key, all numbers are zero.',
    response: { data: { available: 12_400, reserved: 3_550, held: 0, debt: 0 } },
  },

  usage: {
    summary: 'Your credit movements in a month, newest day first, 500 rows per page',
    notes:
      'A row has the movements of one day for one list, one API key or one event. Days and months are in UTC. `change` is the change in available credits, `at` the time of the last movement, and `closing` the credits available at the end of the month. With a test key, there are no rows.',
    query: { month: '2026-11' },
    response: {
      data: {
        month: '2026-11',
        balance: { available: 1570, reserved: 0, held: 0, debt: 0 },
        free_answers: { used: 12, limit: 1770, label: 'Free answers today: 12 of 1,770' },
        closing: 1570,
        data: [
          {
            ...emptyRow,
            day: '2026-11-20',
            at: '2026-11-20T09:41:07.000Z',
            type: 'list',
            file_id: '01K9TJ6ZC9N8T1Y6W2Q4B5D7FH',
            file_name: 'Spring newsletter',
            file_state: 'finished',
            file_verified: 4200,
            file_valid: 2980,
            by: 'web',
            change: -3430,
            reserved: 4200,
            charged: 3430,
            returned: 770,
          },
          {
            ...emptyRow,
            day: '2026-11-19',
            at: '2026-11-19T16:20:31.000Z',
            type: 'checks',
            by: 'web',
            person: { id: '01K9RS2B6C4D8E0F1G3H5J7K9M', name: 'Ada Martin' },
            change: -3,
            charged: 3,
          },
          { ...emptyRow, day: '2026-11-19', type: 'purchase', change: 5000, added: 5000 },
        ],
        next: null,
      },
    },
  },
} satisfies ExamplesOf<typeof usageRoutes>;

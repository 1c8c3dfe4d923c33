import type { adminRoutes } from '../admin.ts';
import type { ExamplesOf } from './example.ts';

const id = '01JCZ4Q8M2T7R5V9X3B6N1K0HD';

export const adminExamples = {
  listUsers: {
    notes:
      'Every word of `search` has to be part of the first name, the last name or the address; case and accents do not matter. A user who was just changed is shown as changed.',
    query: { search: 'martin ada', status: '1', limit: '10', page: 1, sort: 'last_name:asc' },
    response: {
      data: [
        {
          id,
          first_name: 'Ada',
          last_name: 'Martin',
          email: 'ada@customer.test',
          status: 1,
          used_credit: 1_227,
          available_credit: 9_873,
          purchase_history: [
            {
              no_of_credit: 10_000,
              price: '€30.00',
              price_cents: 3000,
              date: '2026-11-03T09:12:44.000Z',
            },
          ],
          created_at: '2026-10-28T14:05:09.000Z',
        },
      ],
      total_active: 1_204,
      total_inactive: 17,
      from: 1,
      current_page: 1,
      last_page: 1,
      total: 1,
    },
  },

  updateUser: {
    notes:
      'A deactivated user is signed out at once, the API key is refused and running lists pause; all of it comes back with the activation, but the sessions.',
    body: { id, status: 2 },
    response: { data: { id, status: 2 } },
  },
} satisfies ExamplesOf<typeof adminRoutes>;

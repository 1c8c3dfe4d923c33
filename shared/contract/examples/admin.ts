import { type adminRoutes, FIGURE_WEEKS } from '../admin.ts';
import type { ExamplesOf } from './example.ts';

const request = '6f1c1f0e-6d0b-4a55-9b1e-0c6f3a2d9e47';
const id = '01JCZ4Q8M2T7R5V9X3B6N1K0HD';

export const adminExamples = {
  weeklyFigures: {
    summary: 'Sign-ups, verified addresses and revenue by week',
    response: {
      data: Array.from({ length: FIGURE_WEEKS }, (_, index) => ({
        week: new Date(Date.UTC(2026, 8, 7 + 7 * index)).toISOString().slice(0, 10),
        signups: 30 + index,
        verified: 80_000 + 9_000 * index,
        revenue_cents: 21_000 + 500 * index,
      })),
    },
  },

  listUsers: {
    summary: 'The customers, by search text and status, a page at a time',
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

  getUser: {
    summary: 'Payments and credits of a customer, and what administrators did to them',
    params: { id },
    response: {
      data: {
        balance: { available: 9_873, reserved: 0, held: 0, debt: 0 },
        payments: [
          {
            id: '01JCZ5V1R3K8M2T7X9B4N6Q0HE',
            no_of_credit: 10_000,
            price_cents: 3000,
            date: '2026-11-03T09:12:44.000Z',
            status: 'partially_refunded',
            gone_cents: 600,
            kept_cents: 0,
            gone_credits: 2000,
            refundable: true,
            disputes: [],
            fraud_warnings: [],
            refund_advised: false,
          },
        ],
        lists: [
          {
            file_id: '01JD04H6K9P3W5Y8A1C4E7G0JM',
            file_name: 'Customers of November',
            created_at: '2026-11-04T08:30:00.000Z',
            credits_charged: 1_227,
            credits_replaced: 0,
          },
        ],
        adjustments: [
          {
            id: request,
            kind: 'refund',
            at: '2026-11-05T10:02:11.000Z',
            by: 'admin@tamis.test',
            reason: 'Bought twice by mistake',
            credits: 2000,
            cents: 600,
            payment_id: '01JCZ5V1R3K8M2T7X9B4N6Q0HE',
            state: 'done',
            file_id: null,
          },
        ],
      },
    },
  },

  refundPurchase: {
    summary: 'Refund a part of a payment, or all that is left of it',
    notes:
      'The credits go in the proportion of the money, once Stripe tells of the refund; with `keep_credits` they stay. `request` is an id that the caller makes: the same call again refunds nothing more.',
    body: {
      id,
      request,
      payment_id: '01JCZ5V1R3K8M2T7X9B4N6Q0HE',
      cents: 600,
      reason: 'Bought twice by mistake',
    },
    response: { data: {} },
  },

  giveCredits: {
    summary: 'Give a customer credits, or replace those of a list with wrong results',
    notes:
      'A gift has 100,000 credits at most. With `file_id` they replace those of a list with wrong results, together never more than it has cost. A debt is paid from them first. `request` is an id that the caller makes: the same call again gives nothing more.',
    body: { id, request, credits: 500, reason: 'Wrong results for one provider' },
    response: { data: {} },
  },

  updateUser: {
    summary: 'Activate or deactivate a customer; saying it again changes nothing',
    notes:
      'A deactivated user is signed out at once, the API key is refused and running lists pause; all of it comes back with the activation, but the sessions.',
    body: { id, status: 2 },
    response: { data: { id, status: 2 } },
  },
} satisfies ExamplesOf<typeof adminRoutes>;

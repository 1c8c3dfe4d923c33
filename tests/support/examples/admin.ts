import { type adminRoutes, WEEKLY_FIGURE_COUNT } from '../../../shared/contract/admin.ts';
import { accountExamples } from './account.ts';
import type { PrivateExamplesOf } from './example.ts';
import { listExamples } from '../../../shared/contract/examples/lists.ts';

const {
  account_role: _role,
  account_id: _id,
  account_name: _name,
  accounts: _accounts,
  api_key: _a,
  test_api_key: _b,
  csrf_token: _c,
  ...profile
} = accountExamples.me.response.data;

const request = '6f1c1f0e-6d0b-4a55-9b1e-0c6f3a2d9e47';
const id = '01JCZ4Q8M2T7R5V9X3B6N1K0HD';

export const adminExamples = {
  weeklyFigures: {
    response: {
      data: Array.from({ length: WEEKLY_FIGURE_COUNT }, (_, index) => ({
        week: new Date(Date.UTC(2026, 8, 7 + 7 * index)).toISOString().slice(0, 10),
        signups: 30 + index,
        verified: 80_000 + 9_000 * index,
        revenue_cents: 21_000 + 500 * index,
      })),
    },
  },

  listUsers: {
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
      others: [],
    },
  },

  getUser: {
    params: { id },
    query: { page: 1 },
    response: {
      data: {
        profile: {
          ...profile,
          created_at: '2026-10-28T14:05:09.000Z',
          last_active_at: '2026-11-04T08:30:00.000Z',
          has_factors: true,
          factor_reset_at: null,
          plan_version: null,
        },
        owner: null,
        accounts: [],
        members: [
          {
            id: '01JCZ6A1N4Q8T2W5Z9C3F7J0MG',
            email: 'charles@customer.test',
            role: 'member',
            since: '2026-11-02T08:00:00.000Z',
          },
        ],
        balance: { available: 9_873, reserved: 0, held: 0, debt: 0 },
        free_answers: 'Free answers today: 12 of 10,200',
        payments: [
          {
            id: '01JCZ5V1R3K8M2T7X9B4N6Q0HE',
            no_of_credit: 10_000,
            price_cents: 3000,
            date: '2026-11-03T09:12:44.000Z',
            invoice_number: 'TAMIS-0042',
            stripe_url: 'https://dashboard.stripe.com/payments/pi_3SPqV2',
            list_id: null,
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
        lists: {
          data: [listExamples.getFile.response.data],
          from: 1,
          current_page: 1,
          last_page: 1,
          total: 1,
        },
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
    body: {
      id,
      request,
      payment_id: '01JCZ5V1R3K8M2T7X9B4N6Q0HE',
      cents: 600,
      reason: 'Bought twice by mistake',
    },
    response: { data: {} },
  },

  resetFactors: {
    body: { id, reason: 'Lost phone and recovery codes' },
    response: { data: { reset_at: '2026-11-06T10:02:11.000Z' } },
  },

  giveCredits: {
    body: { id, request, credits: 500, reason: 'Wrong results for one provider' },
    response: { data: {} },
  },

  updateUser: {
    body: { id, status: 2 },
    response: { data: { id, status: 2 } },
  },
} satisfies PrivateExamplesOf<typeof adminRoutes>;

import { PLAN_TYPE } from '../../model/plan-type.ts';
import type { billingRoutes } from '../billing.ts';
import type { ExamplesOf } from './example.ts';

const signature = '01K9TJ6ZC9N8T1Y6W2Q4B5D7FH.1795250400.p0jz7Yk3mQ2x';

export const billingExamples = {
  getPlan: {
    notes:
      'A `payment_url` leads a browser to the payment of its plan. It is for this user, for 15 minutes.',
    response: {
      data: [
        {
          id: 'pack_1000',
          type: PLAN_TYPE.credits,
          credits: 1000,
          price: '€5.00',
          price_cents: 500,
          description: '1,000 credits, paid once|Credits never expire',
          description_fr: '1 000 crédits, en un seul paiement|Crédits sans date d’expiration',
          payment_url: `https://tamis.example/api/checkout?plan=pack_1000&t=${signature}`,
        },
      ],
    },
  },

  billings: {
    query: { sort: 'date:desc', page: 1 },
    response: {
      data: {
        data: [
          {
            id: '0mhv2k4xq1f0c9a7be54d21c',
            no_of_credit: 1000,
            price: '€6.00',
            price_cents: 600,
            date: '2026-11-20T09:30:00.000Z',
            receipt_url: `https://tamis.example/api/billings/0mhv2k4xq1f0c9a7be54d21c/receipt?t=${signature}`,
            status: 'paid',
          },
        ],
        from: 1,
        current_page: 1,
        last_page: 1,
        total: 1,
      },
    },
  },

  subscription: {
    query: { flow: 'cancel' },
    response: { data: 'https://billing.stripe.com/p/session/live_example' },
  },

  checkout: {
    notes: 'A link for a browser, out of `GET /api/get-plan`.',
    query: { plan: 'pack_1000', t: signature },
    response: undefined,
  },

  receipt: {
    notes: 'A link for a browser, out of `GET /api/billings`.',
    params: { id: '0mhv2k4xq1f0c9a7be54d21c' },
    query: { t: signature },
    response: undefined,
  },

  stripeWebhook: {
    notes: 'For Stripe alone: the body is the event, byte for byte as it was signed.',
    response: { data: {} },
  },
} satisfies ExamplesOf<typeof billingRoutes>;

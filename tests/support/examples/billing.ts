import { PLAN_TYPE } from '../../../shared/model/plans/plan-type.ts';
import type { billingRoutes } from '../../../shared/contract/billing.ts';
import type { PrivateExamplesOf } from './example.ts';

const signature = '01K9TJ6ZC9N8T1Y6W2Q4B5D7FH.1795250400.p0jz7Yk3mQ2x';

const details = {
  company: 'Exemple SAS',
  line1: '1 rue de l’Exemple',
  line2: '',
  postal_code: '75001',
  city: 'Paris',
  country: 'FR',
  vat_number: 'FR40303265045',
  siren: '303265045',
  invoice_email: 'compta@example.com',
};

export const billingExamples = {
  getPlan: {
    response: {
      data: [
        {
          id: 'pack_1000',
          type: PLAN_TYPE.credits,
          interval: 'once',
          credits: 1000,
          price: '€5.00',
          price_cents: 500,
          vat: 'excluded',
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
            plan_id: 'pack_1000',
            type: PLAN_TYPE.credits,
            interval: 'once',
            number: 'TAMIS-0042',
            net_cents: 500,
            vat_cents: 100,
            total_cents: 600,
            refunded_cents: 0,
            invoice_url: `https://tamis.example/api/billings/0mhv2k4xq1f0c9a7be54d21c/receipt?t=${signature}&document=invoice`,
            pdf_url: `https://tamis.example/api/billings/0mhv2k4xq1f0c9a7be54d21c/receipt?t=${signature}&document=pdf`,
            credit_notes: [],
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

  renewal: {
    response: {
      data: {
        card: { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2034 },
        next: {
          date: '2026-12-20T09:30:00.000Z',
          net_cents: 1800,
          vat_cents: 360,
          total_cents: 2160,
          price_cents: 2160,
        },
      },
    },
  },

  billingDetails: {
    response: { data: details },
  },

  saveBillingDetails: {
    body: details,
    response: { data: {} },
  },

  createCheckout: {
    body: {
      items: [
        { plan_id: 'pack_50000', quantity: 1 },
        { plan_id: 'pack_100000', quantity: 3 },
      ],
      list_id: '01K9TJ6ZC9N8T1Y6W2Q4B5D7FH',
    },
    response: { data: 'https://checkout.stripe.com/c/pay/cs_live_example' },
  },

  checkout: {
    query: { plan: 'pack_1000', t: signature },
    response: undefined,
  },

  receipt: {
    params: { id: '0mhv2k4xq1f0c9a7be54d21c' },
    query: { document: 'invoice', t: signature },
    response: undefined,
  },

  stripeWebhook: {
    response: { data: {} },
  },
} satisfies PrivateExamplesOf<typeof billingRoutes>;

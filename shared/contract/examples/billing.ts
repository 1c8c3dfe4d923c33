import { PLAN_TYPE } from '../../model/plan-type.ts';
import type { billingRoutes } from '../billing.ts';
import type { ExamplesOf } from './example.ts';

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
    summary: 'The plans, each with a link to its payment',
    notes:
      'A `payment_url` leads a browser to the payment of its plan. It is for this user, for 15 minutes.',
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
    summary: "The caller's payments, newest first, ten a page",
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
    summary:
      'A link to the management of the subscription; `flow=cancel` leads to its cancellation',
    query: { flow: 'cancel' },
    response: { data: 'https://billing.stripe.com/p/session/live_example' },
  },

  renewal: {
    summary: 'What the plan is paid with, and what its next payment comes to',
    notes: 'Asked of Stripe at each call: amounts are those of the invoice to come, in euros.',
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
    summary: 'Whom invoices are made out to; empty before it was said',
    response: { data: details },
  },

  saveBillingDetails: {
    summary: 'Set whom invoices are made out to from now on',
    notes: 'Kept at Stripe alone, until the account is closed.',
    body: details,
    response: { data: {} },
  },

  checkout: {
    summary: 'The `payment_url` of a plan: leads to its payment',
    notes: 'A link for a browser, out of `GET /api/get-plan`.',
    query: { plan: 'pack_1000', t: signature },
    response: undefined,
  },

  receipt: {
    summary: 'The links of a payment: lead to its receipt, invoice or credit notes',
    notes: 'A link for a browser, out of `GET /api/billings`.',
    params: { id: '0mhv2k4xq1f0c9a7be54d21c' },
    query: { document: 'invoice', t: signature },
    response: undefined,
  },

  stripeWebhook: {
    summary: 'Events of Stripe, signed in `Stripe-Signature`',
    notes: 'For Stripe alone: the body is the event, byte for byte as it was signed.',
    response: { data: {} },
  },
} satisfies ExamplesOf<typeof billingRoutes>;

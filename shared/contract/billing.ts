import * as z from 'zod/mini';
import { BILLING_STATUSES, PLAN_TYPE } from '../model/plan-type.ts';
import { count, done, envelope, id, pageNumber, pageOf, timestamp } from './fields.ts';
import { defineRoutes, NOTHING } from './route.ts';

/** What can be bought. Descriptions are items separated by `|`. */
export const planRow = z.object({
  id: z.string(),
  type: z.enum(PLAN_TYPE),
  /** Added once, or each month. */
  credits: count(),
  /** Excluding VAT, as `€5.00`. */
  price: z.string(),
  price_cents: count(),
  description: z.string(),
  description_fr: z.string(),
  /** Leads to the payment, for this user, for 15 minutes. */
  payment_url: z.string(),
});
export type PlanRow = z.infer<typeof planRow>;

/** A payment as a row of the billing table. */
const billingRow = z.object({
  id: z.string(),
  no_of_credit: count(),
  /** What was charged, VAT included, as `€6.00`. */
  price: z.string(),
  price_cents: count(),
  date: timestamp(),
  /** Leads to the receipt or invoice, for a day. */
  receipt_url: z.string(),
  status: z.enum(BILLING_STATUSES),
});
export type BillingRow = z.infer<typeof billingRow>;

const sort = z.enum(['date:desc', 'date:asc']);

/** The signature of a link; a link without one has expired like any other. */
const signature = () => z._default(z.catch(z.string().check(z.maxLength(512)), ''), '');

export const billingRoutes = defineRoutes('billing', {
  getPlan: {
    method: 'GET',
    path: '/api/get-plan',
    auth: 'customer-terms',
    summary: 'The plans, each with a link to its payment',
    output: envelope(z.array(planRow)),
    errors: [],
  },

  billings: {
    method: 'GET',
    path: '/api/billings',
    auth: 'customer-terms',
    summary: "The caller's payments, newest first, ten a page",
    query: z.object({
      sort: z._default(z.catch(sort, 'date:desc'), 'date:desc'),
      page: pageNumber(),
    }),
    output: pageOf(billingRow),
    errors: [],
  },

  subscription: {
    method: 'GET',
    path: '/api/subscription',
    auth: 'customer-terms',
    summary:
      'A link to the management of the subscription; `flow=cancel` leads to its cancellation',
    query: z.object({ flow: z.optional(z.catch(z.optional(z.enum(['cancel'])), undefined)) }),
    output: envelope(z.url()),
    errors: ['not_found', 'payment_unavailable'],
  },

  checkout: {
    method: 'GET',
    path: '/api/checkout',
    auth: 'signed-link',
    redirect: '/pricing-plan',
    summary: 'The `payment_url` of a plan: leads to its payment',
    query: z.object({
      plan: z._default(z.catch(z.string().check(z.maxLength(64)), ''), ''),
      t: signature(),
    }),
    output: NOTHING,
    errors: ['account_inactive', 'terms_required', 'not_found', 'payment_unavailable'],
  },

  receipt: {
    method: 'GET',
    path: '/api/billings/{id}/receipt',
    auth: 'signed-link',
    redirect: '/invoices',
    summary: 'The `receipt_url` of a payment: leads to its receipt or invoice',
    params: z.object({ id: id() }),
    query: z.object({ t: signature() }),
    output: NOTHING,
    errors: ['not_found', 'payment_unavailable'],
  },

  stripeWebhook: {
    method: 'POST',
    path: '/api/stripe/webhook',
    auth: 'stripe',
    summary: 'Events of Stripe, signed in `Stripe-Signature`',
    output: done(),
    errors: [],
  },
});

import * as z from 'zod/mini';
import { BILLING_STATUSES, PLAN_INTERVALS, PLAN_TYPE } from '../model/plan-type.ts';
import { billingDetails } from './billing-details.ts';
import { count, emptyResponse, envelope, id, pageNumber, pageOf, timestamp } from './fields.ts';
import { defineRoutes, NOTHING } from './route.ts';

/** A product for sale. Descriptions are items separated by `|`. */
export const planRow = z.object({
  id: z.string(),
  type: z.enum(PLAN_TYPE),
  interval: z.enum(PLAN_INTERVALS),
  /** Credits added by each payment. */
  credits: count(),
  /** Formatted like `€5.00`; `vat` says whether VAT is added. */
  price: z.string(),
  price_cents: count(),
  /** `excluded`: VAT is added if applicable; `not_applicable`: by article 293 B of the CGI. */
  vat: z.enum(['excluded', 'not_applicable']),
  description: z.string(),
  description_fr: z.string(),
  /** Payment page for this user, valid for 15 minutes. */
  payment_url: z.string(),
});
export type PlanRow = z.infer<typeof planRow>;

const billingRow = z.object({
  id: z.string(),
  no_of_credit: count(),
  /** Amount charged including VAT, such as `€6.00`. */
  price: z.string(),
  price_cents: count(),
  date: timestamp(),
  /** Link to the receipt or invoice, valid for a day. */
  receipt_url: z.string(),
  status: z.enum(BILLING_STATUSES),
  /**
   * The purchased plan of `GET /api/get-plan`, which may no longer be sold. `transfer`, `gift` and
   * `replacement` were added manually and have no documents.
   */
  plan_id: z.string(),
  type: z.enum(PLAN_TYPE),
  interval: z.enum(PLAN_INTERVALS),
  /** Invoice number, with the amounts of the invoice; null until it is known. */
  number: z.nullable(z.string()),
  net_cents: z.nullable(count()),
  /** 0 if no VAT was charged. */
  vat_cents: z.nullable(count()),
  /** Net amount and VAT; `price_cents`, or more if a Stripe balance paid a part. */
  total_cents: count(),
  refunded_cents: count(),
  /** Links to the invoice as a page and as a PDF, valid for a day. */
  invoice_url: z.string(),
  pdf_url: z.string(),
  /** Credit notes of the invoice, oldest first, each with a link to its PDF. */
  credit_notes: z.array(z.object({ number: z.string(), total_cents: count(), url: z.string() })),
});
export type BillingRow = z.infer<typeof billingRow>;

const renewal = z.object({
  /** Null if no card is saved, or another payment method is used. */
  card: z.nullable(
    z.object({
      /** Stripe's name, such as `visa` or `cartes_bancaires`. */
      brand: z.string(),
      last4: z.string(),
      exp_month: count(),
      exp_year: count(),
    }),
  ),
  /** Null without a plan, if it ends, or if its last payment failed. */
  next: z.nullable(
    z.object({
      date: timestamp(),
      /** Without VAT, after discounts. */
      net_cents: count(),
      /** 0 if no VAT is charged. */
      vat_cents: count(),
      /** Net amount and VAT. */
      total_cents: count(),
      /** Amount to be charged: less than the total if a Stripe balance pays a part. */
      price_cents: count(),
    }),
  ),
});
export type Renewal = z.infer<typeof renewal>;

const sort = z.enum(['date:desc', 'date:asc']);

/** The signature of a link; a missing one is treated as expired. */
const signature = () => z._default(z.catch(z.string().check(z.maxLength(512)), ''), '');

export const billingRoutes = defineRoutes('billing', {
  getPlan: {
    method: 'GET',
    path: '/api/get-plan',
    auth: 'customer-terms',
    output: envelope(z.array(planRow)),
  },

  billings: {
    method: 'GET',
    path: '/api/billings',
    auth: 'customer-terms',
    query: z.object({
      sort: z._default(z.catch(sort, 'date:desc'), 'date:desc'),
      page: pageNumber(),
    }),
    output: pageOf(billingRow),
  },

  subscription: {
    method: 'GET',
    path: '/api/subscription',
    auth: 'customer-terms',
    limit: 'stripe_user',
    query: z.object({ flow: z.optional(z.catch(z.optional(z.enum(['cancel'])), undefined)) }),
    output: envelope(z.url()),
    errors: ['not_found', 'payment_unavailable'],
  },

  renewal: {
    method: 'GET',
    path: '/api/renewal',
    auth: 'customer-terms',
    limit: 'stripe_read_user',
    output: envelope(renewal),
    errors: ['payment_unavailable'],
  },

  billingDetails: {
    method: 'GET',
    path: '/api/billing-details',
    auth: 'customer-terms',
    limit: 'stripe_read_user',
    output: envelope(z.record(z.keyof(billingDetails), z.string())),
    errors: ['payment_unavailable'],
  },

  saveBillingDetails: {
    method: 'POST',
    path: '/api/billing-details',
    auth: 'customer-terms',
    limit: 'profile_user',
    body: billingDetails,
    output: emptyResponse(),
    errors: ['not_found', 'payment_unavailable'],
  },

  checkout: {
    method: 'GET',
    path: '/api/checkout',
    auth: 'signed-link',
    redirect: '/pricing-plan',
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
    params: z.object({ id: id() }),
    query: z.object({
      /** `receipt`, `invoice`, `pdf` or a credit note. */
      document: z._default(z.catch(z.string().check(z.maxLength(64)), 'receipt'), 'receipt'),
      t: signature(),
    }),
    output: NOTHING,
    errors: ['not_found', 'payment_unavailable'],
  },

  stripeWebhook: {
    method: 'POST',
    path: '/api/stripe/webhook',
    auth: 'stripe',
    output: emptyResponse(),
  },
});

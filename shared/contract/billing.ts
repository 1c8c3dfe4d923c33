import * as z from 'zod/mini';
import { BILLING_STATUSES, PLAN_INTERVALS, PLAN_TYPE } from '../model/plan-type.ts';
import { billingDetails } from './billing-details.ts';
import { count, done, envelope, id, pageNumber, pageOf, timestamp } from './fields.ts';
import { defineRoutes, NOTHING } from './route.ts';

/** What can be bought. Descriptions are items separated by `|`. */
export const planRow = z.object({
  id: z.string(),
  type: z.enum(PLAN_TYPE),
  /** How often it is paid. */
  interval: z.enum(PLAN_INTERVALS),
  /** Added at each payment. */
  credits: count(),
  /** As `€5.00`; `vat` says whether VAT is added. */
  price: z.string(),
  price_cents: count(),
  /** `excluded`: VAT is added where it applies; `not_applicable`: by article 293 B of the CGI. */
  vat: z.enum(['excluded', 'not_applicable']),
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
  /**
   * What was paid for: a plan of `GET /api/get-plan`, also one that is no longer sold. `transfer`,
   * `gift` and `replacement` were added by hand, and have no documents.
   */
  plan_id: z.string(),
  type: z.enum(PLAN_TYPE),
  interval: z.enum(PLAN_INTERVALS),
  /** The number of the invoice, with what it asks for; null while it is not known. */
  number: z.nullable(z.string()),
  net_cents: z.nullable(count()),
  /** 0 where no VAT was charged. */
  vat_cents: z.nullable(count()),
  /** Both together; `price_cents`, and more where a balance at Stripe has paid a part. */
  total_cents: count(),
  refunded_cents: count(),
  /** Lead to the invoice as a page and as PDF, for a day. */
  invoice_url: z.string(),
  pdf_url: z.string(),
  /** What took back a part of the invoice, oldest first, each with a link to its PDF. */
  credit_notes: z.array(z.object({ number: z.string(), total_cents: count(), url: z.string() })),
});
export type BillingRow = z.infer<typeof billingRow>;

/** How the plan is paid from now on. */
const renewal = z.object({
  /** Null where none is saved, or it is paid otherwise. */
  card: z.nullable(
    z.object({
      /** As Stripe names it, such as `visa` or `cartes_bancaires`. */
      brand: z.string(),
      /** The last four digits. */
      last4: z.string(),
      exp_month: count(),
      exp_year: count(),
    }),
  ),
  /** Null without a plan, and where it ends or its last payment has failed. */
  next: z.nullable(
    z.object({
      date: timestamp(),
      /** Without VAT, after discounts. */
      net_cents: count(),
      /** 0 where no VAT is charged. */
      vat_cents: count(),
      /** Both together. */
      total_cents: count(),
      /** What is charged: less than the total where a balance at Stripe pays a part. */
      price_cents: count(),
    }),
  ),
});
export type Renewal = z.infer<typeof renewal>;

const sort = z.enum(['date:desc', 'date:asc']);

/** The signature of a link; a link without one has expired like any other. */
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
    output: done(),
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
    output: done(),
  },
});

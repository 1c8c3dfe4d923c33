import * as z from 'zod/mini';
import { BILLING_STATUSES, PLAN_INTERVALS, PLAN_TYPE } from '../model/plan-type.ts';
import { billingDetails } from './billing-details.ts';
import { count, emptyResponse, envelope, id, pageNumber, pageOf, timestamp } from './fields.ts';
import { defineRoutes, NOTHING } from './route.ts';

/** A product for sale. `description` is a list of items separated by `|`. */
export const planRow = z.object({
  id: z.string(),
  type: z.enum(PLAN_TYPE),
  interval: z.enum(PLAN_INTERVALS),
  /** Credits that each payment adds. */
  credits: count(),
  /** Formatted like `€5.00`; `vat` says whether VAT is added to it. */
  price: z.string(),
  price_cents: count(),
  /** `excluded`: VAT is added if applicable. `not_applicable`: article 293 B of the CGI. */
  vat: z.enum(['excluded', 'not_applicable']),
  description: z.string(),
  description_fr: z.string(),
  /** Link for this user to the payment page, valid for 15 minutes. */
  payment_url: z.string(),
});
export type PlanRow = z.infer<typeof planRow>;

const billingRow = z.object({
  id: z.string(),
  no_of_credit: count(),
  /** Amount charged, including VAT, such as `€6.00`. */
  price: z.string(),
  price_cents: count(),
  date: timestamp(),
  /** Link to the receipt or invoice, valid for a day. */
  receipt_url: z.string(),
  status: z.enum(BILLING_STATUSES),
  /**
   * Id of the purchased plan in `GET /api/get-plan`, which may no longer be for sale. `transfer`,
   * `gift` and `replacement` were granted by an administrator and have no documents.
   */
  plan_id: z.string(),
  type: z.enum(PLAN_TYPE),
  interval: z.enum(PLAN_INTERVALS),
  /** The plans of a payment for more than one; `plan_id` is then the first of them. */
  items: z.optional(z.array(z.object({ plan_id: z.string(), quantity: count() }))),
  /** Invoice number, with the amounts below; null until the invoice is known. */
  number: z.nullable(z.string()),
  net_cents: z.nullable(count()),
  /** 0 if the invoice has no VAT. */
  vat_cents: z.nullable(count()),
  /** Net amount plus VAT. Higher than `price_cents` if a Stripe balance paid a part. */
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
  /** Null if no card is saved, or if the payment method is not a card. */
  card: z.nullable(
    z.object({
      /** Stripe's name, such as `visa` or `cartes_bancaires`. */
      brand: z.string(),
      last4: z.string(),
      exp_month: count(),
      exp_year: count(),
    }),
  ),
  /** The next payment; null without a plan, if the plan ends, or if the last payment failed. */
  next: z.nullable(
    z.object({
      date: timestamp(),
      /** After discounts, net of VAT. */
      net_cents: count(),
      /** 0 if the payment has no VAT. */
      vat_cents: count(),
      /** Net amount plus VAT. */
      total_cents: count(),
      /** Amount charged to the card: less than the total if a Stripe balance pays a part. */
      price_cents: count(),
    }),
  ),
});
export type Renewal = z.infer<typeof renewal>;

const sort = z.enum(['date:desc', 'date:asc']);

/**
 * Limits of a basket. Stripe returns the first ten line items of a session, and accepts amounts up
 * to €999,999.99 (docs.stripe.com/api/checkout/sessions/line_items, docs.stripe.com/currencies).
 */
const MAX_ITEMS = 10;
const MAX_QUANTITY = 100;

/** The signature in a link; a missing one is treated as expired. */
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

  createCheckout: {
    method: 'POST',
    path: '/api/checkout',
    auth: 'customer-terms',
    limit: 'stripe_user',
    body: z.object({
      items: z
        .array(
          z.object({
            plan_id: id(),
            quantity: z.int().check(z.minimum(1), z.maximum(MAX_QUANTITY)),
          }),
        )
        .check(z.minLength(1), z.maxLength(MAX_ITEMS)),
      /** The list that waits for the credits: the payment page leads back to it. */
      list_id: z.optional(id().check(z.regex(/^[\w-]+$/))),
    }),
    output: envelope(z.url()),
    errors: ['expired', 'not_found', 'payment_unavailable', 'wrong_state'],
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
      /** `receipt`, `invoice`, `pdf`, or the id of a credit note. */
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

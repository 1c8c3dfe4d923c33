import * as z from 'zod/mini';
import { USER_STATUS } from '../model/account.ts';
import { ADJUSTMENT_KINDS, MAX_REASON_LENGTH } from '../model/credits.ts';
import { BILLING_STATUSES, FRAUD_TYPES, PLAN_INTERVALS } from '../model/plan-type.ts';
import {
  DEFAULT_USER_PAGE_SIZE,
  MAX_USER_SEARCH_LENGTH,
  USER_PAGE_SIZES,
  USER_SORT_FIELDS,
} from '../model/users-page.ts';
import { me } from './account.ts';
import {
  count,
  emptyResponse,
  envelope,
  id,
  pageNumber,
  pageOf,
  required,
  timestamp,
} from './fields.ts';
import { listDetail } from './lists.ts';
import { defineRoutes } from './route.ts';

const status = z.enum(USER_STATUS);

/** A purchase of a customer. The rows of the user list have the newest purchases first. */
const purchase = z.object({
  no_of_credit: count(),
  /** With the currency symbol, such as `€5.00`. */
  price: z.string(),
  price_cents: count(),
  date: timestamp(),
});

export const userRow = z.object({
  id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  status,
  used_credit: count(),
  available_credit: count(),
  /** At most a hundred, newest first. */
  purchase_history: z.array(purchase),
  created_at: timestamp(),
});
export type UserRow = z.infer<typeof userRow>;

/** A customer's payment, with the refunds of money and credits. */
const paymentRow = z.object({
  id: z.string(),
  no_of_credit: count(),
  /** Amount charged, including VAT. */
  price_cents: count(),
  date: timestamp(),
  status: z.enum(BILLING_STATUSES),
  /** Money returned to the customer by refunds and lost disputes. */
  gone_cents: count(),
  /** The part of `gone_cents` that was refunded without taking back credits. */
  kept_cents: count(),
  gone_credits: count(),
  /** False for purchases without a payment. */
  refundable: z.boolean(),
  disputes: z.array(z.object({ state: z.enum(['held', 'released', 'lost']), cents: count() })),
  /** Fraud types reported by the card issuer. */
  fraud_warnings: z.array(z.enum(FRAUD_TYPES)),
  /** Whether a full refund is advised: the payment was reported as fraud, and may be disputed. */
  refund_advised: z.boolean(),
});
export type PaymentRow = z.infer<typeof paymentRow>;

/** The account as its customer sees it, without secrets. */
const userProfile = z.extend(z.omit(me, { api_key: true, test_api_key: true, csrf_token: true }), {
  created_at: timestamp(),
  /** Time of the last login or movement of credits. */
  last_active_at: timestamp(),
  /** Credits and interval of the plan; null without a subscription. */
  plan_version: z.nullable(z.object({ credits: count(), interval: z.enum(PLAN_INTERVALS) })),
});

/** An administrator's adjustment of a customer's money or credits. */
const adjustmentRow = z.object({
  id: z.string(),
  kind: z.enum(ADJUSTMENT_KINDS),
  at: timestamp(),
  /** Email address of the administrator, or `command`. */
  by: z.string(),
  reason: z.string(),
  /** Credits granted by the adjustment, or taken back by a refund or a correction. */
  credits: count(),
  /** Amount of a refund or a transfer. */
  cents: z.nullable(count()),
  payment_id: z.nullable(z.string()),
  /** `asked`: the outcome is unknown until a repetition. `failed`: the bank rejected it. */
  state: z.enum(['asked', 'done', 'refused', 'failed']),
  /** Id of the list whose credits a replacement returns. */
  file_id: z.nullable(z.string()),
});
export type AdjustmentRow = z.infer<typeof adjustmentRow>;

export const FIGURE_WEEKS = 12;

/** Weekly figures over all customers; null for weeks before the figure was recorded. */
const weekRow = z.object({
  /** Monday of the week in UTC, such as `2026-11-23`. */
  week: z.iso.date(),
  signups: z.nullable(count()),
  /** Addresses that were charged, because they got an answer. */
  verified: z.nullable(count()),
  /** Purchases of the week, net of VAT and refunds, in euro cents. */
  revenue_cents: z.nullable(count()),
});
export type WeekRow = z.infer<typeof weekRow>;

/** Idempotency key of a call that moves money or credits. */
const request = () => z.uuid();
const reason = () => required().check(z.maxLength(MAX_REASON_LENGTH, { error: 'field.too_long' }));
const positiveInt = () => z.int().check(z.positive());

const sort = z.enum(
  USER_SORT_FIELDS.flatMap((field) => [`${field}:desc`, `${field}:asc`] as const),
);
const limit = z.enum(USER_PAGE_SIZES.map(String));

export const adminRoutes = defineRoutes('admin', {
  weeklyFigures: {
    method: 'GET',
    path: '/api/figures',
    auth: 'admin',
    /** The last weeks including the current one, oldest first. */
    output: envelope(z.array(weekRow).check(z.length(FIGURE_WEEKS))),
  },

  listUsers: {
    method: 'GET',
    path: '/api/users',
    auth: 'admin',
    query: z.object({
      limit: z._default(
        z.catch(limit, String(DEFAULT_USER_PAGE_SIZE)),
        String(DEFAULT_USER_PAGE_SIZE),
      ),
      page: pageNumber(),
      sort: z._default(z.catch(sort, 'created_at:desc'), 'created_at:desc'),
      /**
       * Words that must each occur in the first name, the last name or the email address; or the id
       * of a list, of a Stripe customer or of a checkout, or the number of an invoice.
       */
      search: z._default(
        z.string().check(z.maxLength(MAX_USER_SEARCH_LENGTH, { error: 'field.too_long' })),
        '',
      ),
      /** `1` active, `2` inactive; empty for both. */
      status: z._default(z.enum(['', '1', '2']), ''),
    }),
    output: z.object({
      data: z.array(userRow),
      /** Totals over all customers, regardless of the search. */
      total_active: count(),
      total_inactive: count(),
      from: z.nullable(count()),
      current_page: count(),
      last_page: count(),
      /** Number of customers that match search and status. */
      total: count(),
    }),
    errors: ['payment_unavailable'],
  },

  updateUser: {
    method: 'POST',
    path: '/api/user/update',
    auth: 'admin',
    body: z.object({ id: id(), status }),
    output: envelope(z.object({ id: z.string(), status })),
    errors: ['not_found'],
  },

  getUser: {
    method: 'GET',
    path: '/api/users/{id}',
    auth: 'admin',
    params: z.object({ id: id() }),
    /** `page` of the lists, or only the list with the id `file`. */
    query: z.object({ page: pageNumber(), file: z.optional(id()) }),
    output: envelope(
      z.object({
        profile: userProfile,
        balance: z.object({ available: count(), reserved: count(), held: count(), debt: count() }),
        /** At most a hundred, newest first. */
        payments: z.array(paymentRow),
        /** Newest first; `file` also finds a list of the test key. */
        lists: pageOf(listDetail).shape.data,
        adjustments: z.array(adjustmentRow),
      }),
    ),
    errors: ['not_found'],
  },

  refundPurchase: {
    method: 'POST',
    path: '/api/user/refund',
    auth: 'admin',
    body: z.object({
      id: id(),
      request: request(),
      payment_id: id(),
      /** Refunded amount, including VAT. */
      cents: positiveInt(),
      /** Whether the customer keeps the credits, because the defect was ours. */
      keep_credits: z.optional(z.boolean()),
      reason: reason(),
    }),
    output: emptyResponse(),
    errors: ['not_found', 'request_reused', 'refund_refused', 'payment_unavailable'],
  },

  giveCredits: {
    method: 'POST',
    path: '/api/user/credits',
    auth: 'admin',
    body: z.object({
      id: id(),
      request: request(),
      /** Negative to take back available credits. */
      credits: z.int().check(z.refine((credits) => credits !== 0)),
      /** The list whose credits are replaced; without it, the credits are a limited gift. */
      file_id: z.optional(id()),
      reason: reason(),
    }),
    output: emptyResponse(),
    errors: ['not_found', 'request_reused', 'gift_limit'],
  },
});

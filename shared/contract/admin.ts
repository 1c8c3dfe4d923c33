import * as z from 'zod/mini';
import { USER_STATUS } from '../model/account.ts';
import { ADJUSTMENT_KINDS, MAX_REASON_LENGTH } from '../model/credits.ts';
import { BILLING_STATUSES, FRAUD_TYPES } from '../model/plan-type.ts';
import {
  DEFAULT_USER_PAGE_SIZE,
  MAX_USER_SEARCH_LENGTH,
  USER_PAGE_SIZES,
  USER_SORT_FIELDS,
} from '../model/users-page.ts';
import { count, done, envelope, id, pageNumber, required, timestamp } from './fields.ts';
import { defineRoutes } from './route.ts';

const status = z.enum(USER_STATUS);

/** What a customer bought, newest first in a row of the user list. */
const purchase = z.object({
  no_of_credit: count(),
  /** With its currency: `€5.00`. */
  price: z.string(),
  price_cents: count(),
  date: timestamp(),
});

/** A customer as a row of the administrators' list. */
export const userRow = z.object({
  id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  status,
  used_credit: count(),
  available_credit: count(),
  /** At most the newest hundred. */
  purchase_history: z.array(purchase),
  created_at: timestamp(),
});
export type UserRow = z.infer<typeof userRow>;

/** A payment of a customer, with what has become of its money and credits. */
const paymentRow = z.object({
  id: z.string(),
  no_of_credit: count(),
  /** What was charged, VAT included. */
  price_cents: count(),
  date: timestamp(),
  status: z.enum(BILLING_STATUSES),
  /** What refunds and lost disputes have taken of both. */
  gone_cents: count(),
  /** Of these: refunds that left the credits. */
  kept_cents: count(),
  gone_credits: count(),
  /** Whether there is a payment to be refunded: some cost nothing. */
  refundable: z.boolean(),
  disputes: z.array(z.object({ state: z.enum(['held', 'released', 'lost']), cents: count() })),
  /** As what the issuer of the card reports it. */
  fraud_warnings: z.array(z.enum(FRAUD_TYPES)),
  /** It is reported as fraud, and a refund of all of it may keep a dispute away. */
  refund_advised: z.boolean(),
});
export type PaymentRow = z.infer<typeof paymentRow>;

/** A list whose results may be replaced. */
const replaceableList = z.object({
  file_id: z.string(),
  file_name: z.string(),
  created_at: timestamp(),
  credits_charged: count(),
  credits_replaced: count(),
});
export type ReplaceableList = z.infer<typeof replaceableList>;

/** What an administrator did to a customer's money or credits. */
const adjustmentRow = z.object({
  id: z.string(),
  kind: z.enum(ADJUSTMENT_KINDS),
  at: timestamp(),
  /** Address of the administrator, or `command`. */
  by: z.string(),
  reason: z.string(),
  /** Credits that came; those that went with a refund. */
  credits: count(),
  /** Of a refund, or of a transfer. */
  cents: z.nullable(count()),
  payment_id: z.nullable(z.string()),
  /** `asked`: it is not known whether Stripe has done it; the same call again finds out. `failed`: the bank refused the money. */
  state: z.enum(['asked', 'done', 'refused', 'failed']),
  /** Of a replacement. */
  file_id: z.nullable(z.string()),
});
export type AdjustmentRow = z.infer<typeof adjustmentRow>;

/** So many weeks are told. */
export const FIGURE_WEEKS = 12;

/** What happened in a week, all customers together; nulls for one before anything was counted. */
const weekRow = z.object({
  /** Its Monday, `2026-11-23`; weeks are in UTC. */
  week: z.iso.date(),
  /** New accounts. */
  signups: z.nullable(count()),
  /** Addresses that cost a credit: those with an answer. */
  verified: z.nullable(count()),
  /** Of purchases of the week, without VAT and what has gone back. Euro cents. */
  revenue_cents: z.nullable(count()),
});
export type WeekRow = z.infer<typeof weekRow>;

/** Of a call that moves money or credits: the same one again changes nothing. */
const request = () => z.uuid();
const reason = () => required().check(z.maxLength(MAX_REASON_LENGTH, { error: 'field.too_long' }));
const atLeastOne = () => z.int().check(z.positive());

const sort = z.enum(
  USER_SORT_FIELDS.flatMap((field) => [`${field}:desc`, `${field}:asc`] as const),
);
const limit = z.enum(USER_PAGE_SIZES.map(String));

export const adminRoutes = defineRoutes('admin', {
  weeklyFigures: {
    method: 'GET',
    path: '/api/figures',
    auth: 'admin',
    /** The last weeks, oldest first; this one is the last. */
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
      /** Words, each of which is part of the first name, the last name or the address. */
      search: z._default(
        z.string().check(z.maxLength(MAX_USER_SEARCH_LENGTH, { error: 'field.too_long' })),
        '',
      ),
      /** Empty: both. */
      status: z._default(z.enum(['', '1', '2']), ''),
    }),
    output: z.object({
      data: z.array(userRow),
      /** Of all customers, whatever is searched for. */
      total_active: count(),
      total_inactive: count(),
      from: z.nullable(count()),
      current_page: count(),
      last_page: count(),
      /** Customers that match search and status. */
      total: count(),
    }),
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
    output: envelope(
      z.object({
        balance: z.object({ available: count(), reserved: count(), held: count(), debt: count() }),
        /** The newest hundred, newest first. */
        payments: z.array(paymentRow),
        /** Of the newest fifty those that have cost credits. */
        lists: z.array(replaceableList),
        /** Newest first. */
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
      /** VAT included. */
      cents: atLeastOne(),
      /** As after a defect: the credits stay. */
      keep_credits: z.optional(z.boolean()),
      reason: reason(),
    }),
    output: done(),
    errors: ['not_found', 'request_reused', 'refund_refused', 'payment_unavailable'],
  },

  giveCredits: {
    method: 'POST',
    path: '/api/user/credits',
    auth: 'admin',
    body: z.object({
      id: id(),
      request: request(),
      credits: atLeastOne(),
      /** The list that is replaced; without one the credits are a gift, which has a limit. */
      file_id: z.optional(id()),
      reason: reason(),
    }),
    output: done(),
    errors: ['not_found', 'request_reused'],
  },
});

import * as z from 'zod/mini';
import { ACCOUNT_ROLES, MEMBER_ROLES, USER_STATUS } from '../model/account.ts';
import { ADJUSTMENT_KINDS, MAX_ADJUSTMENT_REASON_LENGTH } from '../model/credits.ts';
import { BILLING_STATUSES, FRAUD_TYPES, PLAN_INTERVALS } from '../model/plans/plan-type.ts';
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
  flag,
  id,
  objectId,
  pageNumber,
  pageResponse,
  requiredLine,
  text,
  timestamp,
} from './fields.ts';
import { listDetail } from './list-detail.ts';
import { defineRoutes } from './route.ts';

const status = z
  .enum(USER_STATUS)
  .check(z.describe('1 for an active account, 2 for an inactive one'));

const purchase = z.object({
  no_of_credit: count('Credits that were bought'),
  price: text('Price, such as `€5.00`'),
  price_cents: count('Price in euro cents'),
  date: z.iso.datetime(),
});

export const userRow = z.object({
  id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  status,
  used_credit: count('Credits charged so far'),
  available_credit: count('Credits that can be spent'),
  purchase_history: z.array(purchase).check(z.describe('The last hundred purchases, newest first')),
  created_at: timestamp('Time of the signup'),
});
export type UserRow = z.infer<typeof userRow>;

/** Somebody without an account, whom the list of customers lacks. */
const otherPerson = z.object({
  kind: z
    .enum(['person', 'registration'])
    .check(z.describe('A login without an account, or a registration that awaits its code')),
  id: text('Id of the login; of the future one for a registration'),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
});

const paymentRow = z.object({
  id: z.string(),
  no_of_credit: count('Credits that were added'),
  price_cents: count('Amount charged, including VAT, in euro cents'),
  date: z.iso.datetime(),
  invoice_number: z.nullable(text('Invoice number; null until the invoice is known')),
  stripe_url: z.nullable(text('Page in Stripe’s dashboard; null without one')),
  list_id: z.nullable(text('List from whose page the checkout began; null if none is recorded')),
  status: z.enum(BILLING_STATUSES),
  gone_cents: count('Euro cents returned to the customer by refunds and lost disputes'),
  kept_cents: count('Part of `gone_cents` that was refunded without taking back credits'),
  gone_credits: count('Credits taken back by refunds and lost disputes'),
  refundable: flag('False for purchases without a payment'),
  disputes: z
    .array(
      z.object({
        state: z.enum(['held', 'released', 'lost']).check(z.describe('State of the credits')),
        cents: count('Disputed amount in euro cents'),
      }),
    )
    .check(z.describe('Disputes of the payment')),
  fraud_warnings: z
    .array(z.enum(FRAUD_TYPES))
    .check(z.describe('Fraud types reported by the card issuer')),
  refund_advised: flag(
    'Whether a full refund is advised, because the payment was reported as fraud',
  ),
});
export type PaymentRow = z.infer<typeof paymentRow>;

/** The account as its customer sees it, without secrets, and with fields for administrators. */
const userProfile = z.extend(
  z.omit(z.object(me.shape), {
    account_role: true,
    account_id: true,
    account_name: true,
    account_transferred: true,
    accounts: true,
    api_key: true,
    api_key_hidden: true,
    test_api_key: true,
    csrf_token: true,
    factor_required: true,
  }),
  {
    created_at: timestamp('Time of the signup'),
    last_active_at: timestamp('Time of the last login or movement of credits'),
    has_factors: flag('Whether the owner has second factors'),
    factor_reset_at: z.nullable(
      timestamp('When all second factors are removed; null if no removal is pending'),
    ),
    plan_version: z
      .nullable(
        z.object({
          credits: count('Credits that each payment adds'),
          interval: z.enum(PLAN_INTERVALS).check(z.describe('How often it is paid')),
        }),
      )
      .check(z.describe('Version of the plan; null without a subscription')),
  },
);

const adjustmentRow = z.object({
  id: text('Id of the adjustment, the `request` of its call'),
  kind: z.enum(ADJUSTMENT_KINDS),
  at: z.iso.datetime(),
  by: text('Email address of the administrator, or `command`'),
  reason: text('Reason given by the administrator'),
  credits: count('Credits granted, or taken back by a refund or a correction'),
  cents: z.nullable(count('Amount of a refund or a transfer, in euro cents')),
  payment_id: z.nullable(text('Id of the refunded payment')),
  state: z
    .enum(['asked', 'done', 'refused', 'failed'])
    .check(
      z.describe(
        '`asked`: the outcome is unknown until a repetition; `failed`: the bank rejected it',
      ),
    ),
  file_id: z.nullable(text('Id of the list whose credits a replacement returns')),
});
export type AdjustmentRow = z.infer<typeof adjustmentRow>;

export const WEEKLY_FIGURE_COUNT = 12;

/** Figures of one week over all customers; null if a figure was not yet recorded that week. */
const weekRow = z.object({
  week: z.iso.date().check(z.describe('Monday of the week in UTC, such as `2026-11-23`')),
  signups: z.nullable(count('Accounts created')),
  verified: z.nullable(count('Addresses that were charged, because they got an answer')),
  revenue_cents: z.nullable(count('Purchases in euro cents, net of VAT and refunds')),
});
export type WeeklyFiguresRow = z.infer<typeof weekRow>;

const request = () =>
  z.uuid().check(z.describe('Your id for this request: repeating the call changes nothing'));
const reason = () => requiredLine(MAX_ADJUSTMENT_REASON_LENGTH);
const userId = () => objectId();

const sort = z.enum(
  USER_SORT_FIELDS.flatMap((field) => [`${field}:desc`, `${field}:asc`] as const),
);
const limit = z.enum(USER_PAGE_SIZES.map(String));

export const adminRoutes = defineRoutes('admin', {
  weeklyFigures: {
    method: 'GET',
    path: '/api/figures',
    auth: 'admin',
    output: envelope(
      z
        .array(weekRow)
        .check(
          z.length(WEEKLY_FIGURE_COUNT),
          z.describe('The last weeks including the current one, oldest first'),
        ),
    ),
  },

  /**
   * If `search` matches no name or email address, it is compared with ids, Stripe customers and
   * checkouts, and invoice numbers. A user that was just changed is returned with the changes.
   */
  listUsers: {
    method: 'GET',
    path: '/api/users',
    auth: 'admin',
    query: z.object({
      limit: z
        ._default(z.catch(limit, String(DEFAULT_USER_PAGE_SIZE)), String(DEFAULT_USER_PAGE_SIZE))
        .check(z.describe('Customers per page')),
      page: pageNumber(),
      sort: z
        ._default(z.catch(sort, 'created_at:desc'), 'created_at:desc')
        .check(z.describe('Order as `<field>:<direction>`')),
      search: z
        ._default(
          z.string().check(z.maxLength(MAX_USER_SEARCH_LENGTH, { error: 'field.too_long' })),
          '',
        )
        .check(
          z.describe(
            'Words that each occur in the names or the email address; or the id of a user, of a list, of a Stripe customer or of a checkout, or the number of an invoice',
          ),
        ),
      status: z
        ._default(z.enum(['', '1', '2']), '')
        .check(z.describe('`1` for active, `2` for inactive customers; empty for both')),
    }),
    output: z.object({
      data: z.array(userRow).check(z.describe('Customers of this page')),
      total_active: count('Active customers, whatever the search'),
      total_inactive: count('Inactive customers, whatever the search'),
      from: z.nullable(count('Number of the first row of this page, from 1; null without rows')),
      current_page: count('Number of this page, from 1'),
      last_page: count('Number of the last page'),
      total: count('Customers that match `search` and `status`'),
      others: z
        .array(otherPerson)
        .check(z.describe('People without an account whose address or id is `search`')),
    }),
    errors: ['payment_unavailable'],
  },

  /**
   * Deactivating a user immediately ends all sessions, blocks the API keys, pauses the running
   * lists and locks out the members. Activating the user undoes this, except for the sessions. A
   * member without an account only loses access.
   */
  updateUser: {
    method: 'POST',
    path: '/api/user/update',
    auth: 'admin',
    sensitive: 'with factor',
    body: z.object({ id: userId(), status }),
    output: envelope(z.object({ id: z.string(), status })),
    errors: ['not_found'],
  },

  getUser: {
    method: 'GET',
    path: '/api/users/{id}',
    auth: 'admin',
    params: z.object({ id: userId() }),
    query: z.object({
      page: pageNumber(),
      file: z.optional(id('Id of the only list to return; also finds a list of the test key')),
    }),
    output: envelope(
      z.object({
        profile: userProfile.check(z.describe('The account, without secrets')),
        owner: z
          .nullable(
            z.object({
              id: text('Id of the login'),
              email: z.string(),
              name: z.string(),
            }),
          )
          .check(z.describe('The login of the owner since a transfer; null if it has this id')),
        accounts: z
          .array(
            z.object({
              id: text('Id of the account'),
              name: text('Name of the account'),
              email: text('Address of its owner'),
              role: z.enum(ACCOUNT_ROLES).check(z.describe('Role of the person')),
            }),
          )
          .check(z.describe('Accounts of others that the person has joined, or owns by transfer')),
        members: z
          .array(
            z.object({
              id: text('Id of the person, who may have an account of their own'),
              email: text('Address with which the person logs in'),
              role: z.enum(MEMBER_ROLES).check(z.describe('What the person may do in the account')),
              since: timestamp('When the person joined'),
            }),
          )
          .check(z.describe('Members of the account besides its owner')),
        balance: z
          .object({
            available: count('Credits that can be spent'),
            reserved: count('Credits set aside for running lists'),
            held: count('Credits held while a payment is disputed'),
            debt: count('Credits owed, which the next credits repay first'),
          })
          .check(z.describe('The current credits')),
        free_answers: text('Free answers of the current day in UTC, used and at most'),
        payments: z.array(paymentRow).check(z.describe('The last hundred payments, newest first')),
        lists: pageResponse(listDetail).shape.data.check(
          z.describe('A page of lists, newest first'),
        ),
        adjustments: z.array(adjustmentRow).check(z.describe('Adjustments by administrators')),
      }),
    ),
    errors: ['not_found'],
  },

  /** Once Stripe confirms the refund, credits are taken back in proportion to the amount. */
  refundPurchase: {
    method: 'POST',
    path: '/api/user/refund',
    auth: 'admin',
    sensitive: 'with factor',
    body: z.object({
      id: userId(),
      request: request(),
      payment_id: objectId(),
      cents: z
        .int()
        .check(z.positive(), z.describe('Amount to refund, including VAT, in euro cents')),
      keep_credits: z.optional(
        flag('Whether the customer keeps the credits, because the defect was ours'),
      ),
      reason: reason(),
    }),
    output: emptyResponse(),
    errors: ['not_found', 'request_reused', 'refund_refused', 'payment_unavailable'],
  },

  /** The id of an account stands for its owner. Schedules the removal 24 hours after an email to the customer, whose link cancels it. */
  resetFactors: {
    method: 'POST',
    path: '/api/user/factors',
    auth: 'admin',
    sensitive: 'always',
    limit: 'factor_reset_admin',
    body: z.object({ id: userId(), reason: reason() }),
    output: envelope(z.object({ reset_at: timestamp('When the factors are removed') })),
    errors: ['not_found', 'wrong_state'],
  },

  /**
   * Replacements for a list are at most what the list cost in total. Credits first pay any debt.
   */
  giveCredits: {
    method: 'POST',
    path: '/api/user/credits',
    auth: 'admin',
    sensitive: 'with factor',
    body: z.object({
      id: userId(),
      request: request(),
      credits: z.int().check(
        z.refine((credits) => credits !== 0),
        z.describe('Credits to give; negative to take back available credits'),
      ),
      file_id: z.optional(
        id('Id of the list whose credits are replaced; without it, the credits are a limited gift'),
      ),
      reason: reason(),
    }),
    output: emptyResponse(),
    errors: ['not_found', 'request_reused', 'gift_limit'],
  },
});

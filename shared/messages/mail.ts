import * as z from 'zod/mini';
import { LANGUAGES, MEMBER_ROLES } from '../model/account.ts';
import { ACCESS_CHANGES, ACCESS_KINDS } from '../model/access.ts';
import { WATCH_STOP_REASONS } from '../model/watch.ts';
import { messageVersion as v } from './version.ts';

/** A path of the web app or the API. */
const path = z.templateLiteral(['/', z.string()]);

/** Missing in messages from before lists had a page. */
const listId = z.optional(z.string());
/** Missing in messages from before rechecks existed. */
const recheck = z.optional(z.boolean());
const verdicts = { valid: z.int(), invalid: z.int(), risky: z.int(), unknown: z.int() };
const endsAtParams = { endsAt: z.iso.datetime() };

/** `by` is the API key or the browser, and the network; it and `at` are missing if not recorded. */
const accessItem = {
  kind: z.enum(ACCESS_KINDS),
  name: z.string(),
  at: z.optional(z.iso.datetime()),
  by: z.optional(z.string()),
};
/** Other items that can act for the account. Missing in older messages. */
const access = z.optional(z.array(z.object(accessItem)));

/** All email templates, with the parameters of their texts. */
const paramsOf = {
  otp: { code: z.string(), minutes: z.int() },
  already_registered: {},
  account_deleted: {},
  /** Sent to the members of an account that its owner closed. */
  account_closed_member: { account: z.string() },
  export_ready: { path, days: z.int() },
  /** Sent to an administrator to whom the owner `by` offers the account. */
  account_offered: { account: z.string(), by: z.string(), days: z.int() },
  /** Sent to a former owner, who is an administrator now. */
  account_transferred: { account: z.string(), to: z.string() },
  /** Sent to an address that may have no login; `by` is the person who invites. */
  invitation: {
    account: z.string(),
    by: z.string(),
    role: z.enum(MEMBER_ROLES),
    path,
    days: z.int(),
  },
  password_reset: { token: z.string(), email: z.string(), minutes: z.int() },
  password_changed: { access },
  factors_changed: {
    what: z.enum(['factor_added', 'factor_removed', 'recovery_codes_made', 'recovery_code_used']),
    access,
  },
  /** Something that can act for the account was added, changed or removed. */
  access_changed: {
    changes: z.array(z.object({ ...accessItem, what: z.enum(ACCESS_CHANGES) })),
  },
  /** Support will remove all second factors at the time `at`; `path` cancels the removal. */
  factor_reset: { at: z.iso.datetime(), path },
  list_finished: {
    listName: z.string(),
    listId,
    total: z.int(),
    ...verdicts,
    /** Set if the file was probably misread: some undeliverable rows, and whether to offer credits back. */
    misread: z.optional(
      z.object({
        rows: z.array(z.object({ row: z.int(), cell: z.string(), address: z.string() })),
        cancelable: z.boolean(),
      }),
    ),
  },
  list_canceled: { listName: z.string(), listId, reason: z.string(), recheck },
  /** `preview` counts the verdicts of a random sample, without malformed addresses. */
  list_paused: {
    listName: z.string(),
    listId,
    needed: z.int(),
    available: z.int(),
    preview: z.optional(z.object(verdicts)),
    recheck,
  },
  /** `asked` counts the rechecked addresses; the other numbers count their new verdicts. */
  list_rechecked: {
    listName: z.string(),
    listId,
    asked: z.int(),
    ...verdicts,
    /** Whether suggested corrections were verified. */
    corrections: z.optional(z.boolean()),
  },
  /**
   * For a watched list. `asked` counts the rechecked addresses; the other numbers count changed
   * statuses: all (`changed`), from valid to invalid (`gone`), and to valid (`gained`).
   */
  list_changed: {
    listName: z.string(),
    listId,
    asked: z.int(),
    changed: z.int(),
    gone: z.int(),
    gained: z.int(),
  },
  /** A service no longer accepts the key. `connection` names the service and its account. */
  connection_revoked: { connection: z.string() },
  watch_stopped: { listName: z.string(), listId, reason: z.enum(WATCH_STOP_REASONS) },
  purchase: {
    credits: z.int(),
    cents: z.int(),
    monthly: z.boolean(),
    /** Missing in messages from before top-ups existed. */
    automatic: z.optional(z.boolean()),
    /** Missing if the credits were bought. */
    given: z.optional(z.enum(['gift', 'replacement', 'bounces'])),
    /** Missing if Stripe had not created the invoice yet. */
    invoice: z.optional(z.object({ number: z.string(), path })),
    /** Amounts of the invoice in euro cents. Missing if unknown, and in older messages. */
    sums: z.optional(z.object({ netCents: z.int(), vatCents: z.int() })),
  },
  /** The VAT register did not confirm the VAT number in the billing details. */
  vat_number_refused: {},
  /** An administrator took back credits. */
  credits_corrected: { credits: z.int(), reason: z.string() },
  low_credits: { available: z.int() },
  credits_below: { available: z.int(), level: z.int() },
  top_up_failed: {
    credits: z.int(),
    why: z.enum(['declined', 'confirm', 'no_card']),
    paused: z.boolean(),
  },
  /** Prices in euro cents, excluding VAT. */
  top_up_price: { credits: z.int(), cents: z.int(), agreedCents: z.int() },
  /** The path is absent in messages older than the payment link. */
  payment_failed: { path: z.optional(path) },
  payment_authentication: { path },
  refunded: {
    cents: z.int(),
    total: z.int(),
    credits: z.int(),
    creditNote: z.optional(z.string()),
  },
  refund_failed: { cents: z.int() },
  /** A webhook endpoint was turned off, because it accepted no delivery for three days. */
  webhook_failing: { host: z.string() },
  /** Only in older messages, like `made` of access_changed. */
  webhook_changed: { what: z.enum(['made', 'moved', 'secret']), host: z.string(), by: z.string() },
  /** A form reached the daily limit of mailbox checks that its owner set; sent once a day. */
  form_bound: { formName: z.string(), bound: z.int() },
  /** Sent to the operators of a stage. */
  money_taken_back: {
    what: z.enum(['dispute', 'inquiry', 'appeal', 'refund', 'refund_failed', 'fraud_warning']),
    customer: z.string(),
    cents: z.int(),
    reason: z.string(),
    /** Deadline for responding to a dispute or an inquiry. */
    dueAt: z.optional(z.iso.datetime()),
    /** The payment's page in the Stripe dashboard. */
    page: z.string(),
  },
  /** Sent to the operators of a stage: refunds of wrong verdicts that they must decide. */
  bounces_to_review: {
    customer: z.string(),
    addresses: z.int(),
    reportId: z.string(),
    listId: z.optional(z.string()),
  },
  /** `endsAt` is when the subscription that the disputed payment was for ends. */
  payment_disputed: { cents: z.int(), endsAt: z.optional(z.iso.datetime()) },
  dispute_ended: { cents: z.int(), lost: z.boolean(), endsAt: z.optional(z.iso.datetime()) },
  renewal_stopped: endsAtParams,
  subscription_cancelled: endsAtParams,
  subscription_unpaid: endsAtParams,
} as const satisfies Record<string, z.core.$ZodShape>;

type ParamsOf = typeof paramsOf;
type ContentSchema = {
  [T in keyof ParamsOf]: z.ZodMiniObject<{
    template: z.ZodMiniLiteral<T>;
    params: z.ZodMiniObject<ParamsOf[T]>;
  }>;
}[keyof ParamsOf];

const mailContent = z.discriminatedUnion(
  'template',
  Object.entries(paramsOf).map(([template, params]) =>
    z.object({ template: z.literal(template), params: z.object(params) }),
  ) as unknown as [ContentSchema, ...ContentSchema[]],
);
export type MailContent = z.infer<typeof mailContent>;

export const mailMessage = z.object({
  kind: z.literal('mail'),
  v,
  /** Idempotency id: at most one email is sent for it. */
  id: z.string(),
  to: z.string(),
  firstName: z.string(),
  language: z.enum(LANGUAGES),
  content: mailContent,
});
export type MailMessage = z.infer<typeof mailMessage>;

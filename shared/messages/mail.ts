import * as z from 'zod/mini';
import { LANGUAGES } from '../model/account.ts';
import { version as v } from './version.ts';

/** A path of the web app or the API. */
const path = z.templateLiteral(['/', z.string()]);

/** Absent in messages of before a list had a page. */
const listId = z.optional(z.string());

const params = <S extends z.core.$ZodShape>(shape: S) => z.object(shape);

/** Every mail there is, with what its text needs. */
export const mailContent = z.discriminatedUnion('template', [
  z.object({ template: z.literal('otp'), params: params({ code: z.string(), minutes: z.int() }) }),
  z.object({ template: z.literal('already_registered'), params: params({}) }),
  z.object({ template: z.literal('account_deleted'), params: params({}) }),
  z.object({
    template: z.literal('export_ready'),
    params: params({ path, days: z.int() }),
  }),
  z.object({
    template: z.literal('password_reset'),
    params: params({ token: z.string(), email: z.string(), minutes: z.int() }),
  }),
  z.object({ template: z.literal('password_changed'), params: params({}) }),
  z.object({
    template: z.literal('list_finished'),
    params: params({
      listName: z.string(),
      listId,
      total: z.int(),
      valid: z.int(),
      invalid: z.int(),
      risky: z.int(),
      unknown: z.int(),
    }),
  }),
  z.object({
    template: z.literal('list_canceled'),
    // Of a recheck, here and below; absent in messages of before there were any.
    params: params({
      listName: z.string(),
      listId,
      reason: z.string(),
      recheck: z.optional(z.boolean()),
    }),
  }),
  z.object({
    template: z.literal('list_paused'),
    params: params({
      listName: z.string(),
      needed: z.int(),
      available: z.int(),
      recheck: z.optional(z.boolean()),
    }),
  }),
  z.object({
    template: z.literal('list_rechecked'),
    params: params({
      listName: z.string(),
      listId,
      /** Addresses without a verdict before, and what became of them. */
      asked: z.int(),
      valid: z.int(),
      invalid: z.int(),
      risky: z.int(),
      unknown: z.int(),
    }),
  }),
  z.object({
    template: z.literal('purchase'),
    params: params({
      credits: z.int(),
      cents: z.int(),
      monthly: z.boolean(),
      /** Absent in messages of before there were top-ups. */
      automatic: z.optional(z.boolean()),
      /** Absent where Stripe had made none yet. */
      invoice: z.optional(z.object({ number: z.string(), path })),
    }),
  }),
  z.object({ template: z.literal('low_credits'), params: params({ available: z.int() }) }),
  z.object({
    template: z.literal('credits_below'),
    params: params({ available: z.int(), level: z.int() }),
  }),
  z.object({
    template: z.literal('top_up_failed'),
    params: params({
      credits: z.int(),
      why: z.enum(['declined', 'confirm', 'no_card']),
      paused: z.boolean(),
    }),
  }),
  z.object({
    template: z.literal('payment_failed'),
    // Absent in messages of before the mail had a link of its own.
    params: params({ path: z.optional(path) }),
  }),
  z.object({ template: z.literal('payment_authentication'), params: params({ path }) }),
  z.object({ template: z.literal('debit_failed'), params: params({ cents: z.int() }) }),
  z.object({
    template: z.literal('refunded'),
    params: params({
      cents: z.int(),
      total: z.int(),
      credits: z.int(),
      /** The number of the last one. */
      creditNote: z.optional(z.string()),
    }),
  }),
  // An endpoint of webhooks was turned off, since it took nothing for three days.
  z.object({ template: z.literal('webhook_failing'), params: params({ host: z.string() }) }),
  // For the operators of a stage.
  z.object({
    template: z.literal('money_taken_back'),
    params: params({
      what: z.enum(['dispute', 'inquiry', 'refund', 'fraud_warning']),
      customer: z.string(),
      cents: z.int(),
      reason: z.string(),
      /** Until when a dispute or an inquiry can be answered. */
      dueAt: z.optional(z.iso.datetime()),
      /** The payment's page at Stripe. */
      page: z.string(),
    }),
  }),
  z.object({ template: z.literal('payment_disputed'), params: params({ cents: z.int() }) }),
  z.object({
    template: z.literal('dispute_ended'),
    params: params({ cents: z.int(), lost: z.boolean() }),
  }),
  z.object({
    template: z.literal('renewal_stopped'),
    params: params({ endsAt: z.iso.datetime() }),
  }),
  z.object({
    template: z.literal('subscription_cancelled'),
    params: params({ endsAt: z.iso.datetime() }),
  }),
  z.object({
    template: z.literal('subscription_unpaid'),
    params: params({ endsAt: z.iso.datetime() }),
  }),
]);
export type MailContent = z.infer<typeof mailContent>;

export const mailMessage = z.object({
  kind: z.literal('mail'),
  v,
  /** One mail at most is sent for an id. */
  id: z.string(),
  to: z.string(),
  firstName: z.string(),
  language: z.enum(LANGUAGES),
  content: mailContent,
});
export type MailMessage = z.infer<typeof mailMessage>;

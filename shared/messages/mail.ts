import * as z from 'zod/mini';
import { LANGUAGES } from '../model/account.ts';
import { version as v } from './version.ts';

const params = <S extends z.core.$ZodShape>(shape: S) => z.object(shape);

/** Every mail there is, with what its text needs. */
export const mailContent = z.discriminatedUnion('template', [
  z.object({ template: z.literal('otp'), params: params({ code: z.string(), minutes: z.int() }) }),
  z.object({ template: z.literal('already_registered'), params: params({}) }),
  z.object({ template: z.literal('account_deleted'), params: params({}) }),
  z.object({
    template: z.literal('export_ready'),
    params: params({ path: z.templateLiteral(['/', z.string()]), days: z.int() }),
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
      total: z.int(),
      valid: z.int(),
      invalid: z.int(),
      risky: z.int(),
      unknown: z.int(),
    }),
  }),
  z.object({
    template: z.literal('list_canceled'),
    params: params({ listName: z.string(), reason: z.string() }),
  }),
  z.object({
    template: z.literal('list_paused'),
    params: params({ listName: z.string(), needed: z.int(), available: z.int() }),
  }),
  z.object({
    template: z.literal('purchase'),
    params: params({ credits: z.int(), cents: z.int(), monthly: z.boolean() }),
  }),
  z.object({ template: z.literal('low_credits'), params: params({ available: z.int() }) }),
  z.object({ template: z.literal('payment_failed'), params: params({}) }),
  z.object({
    template: z.literal('refunded'),
    params: params({ cents: z.int(), total: z.int(), credits: z.int() }),
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

import * as z from 'zod/mini';
import { LANGUAGES } from './model/account.ts';

/**
 * What travels in the queues. Every message carries the version of its shape, so that workers of
 * two deployments can run side by side: a reader accepts its own version and the one before.
 */
const v = z.literal(1);
const listRef = { v, userId: z.string(), listId: z.string() };

/** Read an arrived file: sent by the sweeper where the bucket's own notification was lost. */
const ingestMessage = z.object({ kind: z.literal('ingest'), ...listRef });

/** Start what can now be paid: sent after every grant of credits. */
const resumeMessage = z.object({ kind: z.literal('resume'), v, userId: z.string() });

/**
 * Verify the addresses of one task. A root task is a byte range of the list's addresses; the
 * tasks that grow from it (`00012` → `00012l` → `00012la`) have an object of their own.
 */
export const verifyMessage = z.object({
  kind: z.literal('verify'),
  ...listRef,
  /** Fence: work of an older epoch has no effect. */
  epoch: z.int(),
  /** Root number, then one letter for each hop: `a` again at once, `l` later. */
  task: z.string().check(z.regex(/^\d{5}[al]*$/)),
  /** Bytes [start, end) of the addresses object; absent when the task has its own object. */
  range: z.optional(z.tuple([z.int(), z.int()])),
  /** How often these addresses were asked before. */
  attempt: z.int().check(z.nonnegative()),
  /** Epoch milliseconds before which the task is put back: a delay longer than a queue's limit. */
  notBefore: z.optional(z.int()),
});
export type VerifyMessage = z.infer<typeof verifyMessage>;

/** Assemble the result of a list whose tasks are all done. */
export const finalizeMessage = z.object({ kind: z.literal('finalize'), ...listRef });

const params = <S extends z.core.$ZodShape>(shape: S) => z.object(shape);

/** Every mail there is, with what its text needs. */
export const mailContent = z.discriminatedUnion('template', [
  z.object({ template: z.literal('otp'), params: params({ code: z.string(), minutes: z.int() }) }),
  z.object({ template: z.literal('already_registered'), params: params({}) }),
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
  /** The list whose "mail due" mark falls when this mail is sent. */
  list: z.optional(z.object({ userId: z.string(), listId: z.string() })),
});
export type MailMessage = z.infer<typeof mailMessage>;

export const listMessage = z.discriminatedUnion('kind', [ingestMessage, resumeMessage]);
export type ListMessage = z.infer<typeof listMessage>;
export type FinalizeMessage = z.infer<typeof finalizeMessage>;

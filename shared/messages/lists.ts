import * as z from 'zod/mini';
import { checkMessage } from './checks.ts';
import { version as v } from './version.ts';

const listRef = { v, userId: z.string(), listId: z.string() };

/** Ingest an arrived file: sent by the reconciler if the bucket's own notification was lost. */
const ingestMessage = z.object({ kind: z.literal('ingest'), ...listRef });

/**
 * Start lists that can now be paid, and resume stopped ones: sent after every grant of credits, and
 * when a user is active again.
 */
const resumeMessage = z.object({ kind: z.literal('resume'), v, userId: z.string() });

/**
 * Verify the addresses of one task. A root task is a byte range of the list's addresses; tasks
 * derived from it (`00012` → `00012d` → `00012dr`) have their own object.
 */
export const verifyMessage = z.object({
  kind: z.literal('verify'),
  ...listRef,
  /** Fence: work of an older epoch has no effect. */
  epoch: z.int(),
  /** Root number, then one letter for each hop: `r` for an immediate retry, `d` for deferred. */
  task: z.string().check(z.regex(/^\d{5}[rd]*$/)),
  /** Bytes [start, end) of the addresses object; absent if the task has its own object. */
  range: z.optional(z.tuple([z.int(), z.int()])),
  /** Number of earlier attempts for these addresses. */
  attempt: z.int().check(z.nonnegative()),
  /** Earliest start in epoch milliseconds: allows for delays longer than a queue's limit. */
  notBefore: z.optional(z.int()),
});
export type VerifyMessage = z.infer<typeof verifyMessage>;

/** Messages of the task queues, including background checks. */
export const taskQueueMessage = z.discriminatedUnion('kind', [verifyMessage, checkMessage]);

/** Assemble the result of a list whose tasks are all done. */
export const finalizeMessage = z.object({ kind: z.literal('finalize'), ...listRef });

export const listMessage = z.discriminatedUnion('kind', [ingestMessage, resumeMessage]);
export type ListMessage = z.infer<typeof listMessage>;
export type FinalizeMessage = z.infer<typeof finalizeMessage>;

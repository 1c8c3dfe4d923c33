import * as z from 'zod/mini';
import { checkMessage } from './checks.ts';
import { messageVersion as v } from './version.ts';

const listRef = { v, userId: z.string(), listId: z.string() };

/** Ingest a list that a call has created, a recheck, or an upload whose notification was lost. */
const ingestMessage = z.object({ kind: z.literal('ingest'), ...listRef });

/**
 * Start lists that wait for credits, and resume paused lists. Sent after every grant, when an
 * account is reactivated, and by the reconciler.
 */
const resumeMessage = z.object({ kind: z.literal('resume'), v, userId: z.string() });

/**
 * Verify the addresses of one task. A root task is a byte range of its list's addresses object; a
 * child task (`00012` → `00012d` → `00012dr`) has its own object.
 */
export const verifyTaskMessage = z.object({
  kind: z.literal('verify'),
  ...listRef,
  /** Root task number, then a letter for each follow-up task: `r` immediate retry, `d` deferred. */
  task: z.string().check(z.regex(/^\d{5}[rd]*$/)),
  /** Bytes [start, end) of the list's addresses; undefined if the task has its own object. */
  range: z.optional(z.tuple([z.int(), z.int()])),
  attempt: z.int().check(z.nonnegative()),
  /** Earliest start in epoch milliseconds, for delays above the maximum of SQS. */
  notBefore: z.optional(z.int()),
});
export type VerifyTaskMessage = z.infer<typeof verifyTaskMessage>;

export const taskQueueMessage = z.discriminatedUnion('kind', [verifyTaskMessage, checkMessage]);

/** Assemble the result of a list whose tasks are all done. */
export const finalizeMessage = z.object({ kind: z.literal('finalize'), ...listRef });

export const listMessage = z.discriminatedUnion('kind', [ingestMessage, resumeMessage]);
export type ListMessage = z.infer<typeof listMessage>;
export type FinalizeMessage = z.infer<typeof finalizeMessage>;

import * as z from 'zod/mini';
import { version as v } from './version.ts';

/** Ask for the address of a single check that nobody waits for. */
export const checkMessage = z.object({
  kind: z.literal('check'),
  v,
  userId: z.string(),
  requestId: z.string(),
  /** As in `LedgerEntry`. */
  by: z.optional(z.string()),
  /** How often the address was asked before. Only the last number that was noted has an effect. */
  attempt: z.int().check(z.nonnegative()),
});
export type CheckMessage = z.infer<typeof checkMessage>;

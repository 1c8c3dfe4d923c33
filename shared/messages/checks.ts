import * as z from 'zod/mini';
import { messageVersion as v } from './version.ts';

/** Verify the address of a single check in the background. */
export const checkMessage = z.object({
  kind: z.literal('check'),
  v,
  userId: z.string(),
  requestId: z.string(),
  by: z.optional(z.string()),
  /** Number of earlier attempts. If the stored number is higher, the message runs that attempt. */
  attempt: z.int().check(z.nonnegative()),
});
export type CheckMessage = z.infer<typeof checkMessage>;

import * as z from 'zod/mini';
import { version as v } from './version.ts';

/** Check the address of a single check in the background. */
export const checkMessage = z.object({
  kind: z.literal('check'),
  v,
  userId: z.string(),
  requestId: z.string(),
  by: z.optional(z.string()),
  /** Number of earlier attempts. Only a message with the last stored number has an effect. */
  attempt: z.int().check(z.nonnegative()),
});
export type CheckMessage = z.infer<typeof checkMessage>;

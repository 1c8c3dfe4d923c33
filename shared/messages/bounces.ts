import * as z from 'zod/mini';
import { messageVersion as v } from './version.ts';

/**
 * Verify again the addresses whose credits a bounce report may refund. If the notification of the
 * report's upload was lost, read its bounces.
 */
export const confirmRefundsMessage = z.object({
  kind: z.literal('confirm'),
  v,
  userId: z.string(),
  reportId: z.string(),
  /** Number of earlier attempts. A message with a lower number than the stored one is ignored. */
  attempt: z.int().check(z.nonnegative()),
});
export type ConfirmRefundsMessage = z.infer<typeof confirmRefundsMessage>;

import * as z from 'zod/mini';
import { messageVersion as v } from './version.ts';

/**
 * Verify again the addresses for which a bounce report may earn a refund. If the report was not
 * read, because its upload notification was lost, the worker reads it instead.
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

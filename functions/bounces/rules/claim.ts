import * as z from 'zod/mini';
import { REFUND_STATES } from '../../../shared/model/bounces/bounce.ts';

/**
 * Record of the only examination that a possibly wrong verdict gets, with its result. `source` is a
 * list id, or `checks` for single checks; `verdictId` is an HMAC of the address, or the id of the
 * check.
 */
export const storedClaim = z.object({
  source: z.string(),
  verdictId: z.string(),
  reportId: z.string(),
  state: z.enum(REFUND_STATES),
  /** Time of the claim, in epoch milliseconds. Older claims do not have it. */
  at: z.optional(z.number()),
});
export type VerdictClaim = Readonly<z.infer<typeof storedClaim>>;
export type VerdictClaimRef = Pick<VerdictClaim, 'source' | 'verdictId'>;

/** Returns the id of a claim, which is unique within an account. */
export const claimIdOf = ({ source, verdictId }: VerdictClaimRef): string =>
  `${source}#${verdictId}`;

import { USER_STATUS } from '../../../shared/model/account.ts';
import type { ListsDeps } from '../deps.ts';

export type AuthorizeVerificationDeps = Pick<ListsDeps, 'accounts' | 'clock' | 'unknownAnswers'>;

interface MayVerify {
  readonly isPaid: boolean;
  /** Set if lists of the account may not be verified now. */
  readonly refusal?: 'account_inactive' | 'daily_limit';
}

/**
 * Decides whether lists of an account may be verified now. Refuses an inactive owner, and an owner
 * who never bought credits and has reached the daily limit of inconclusive results. Allows a
 * missing account.
 */
export async function authorizeVerification(
  { accounts, clock, unknownAnswers }: AuthorizeVerificationDeps,
  userId: string,
): Promise<MayVerify> {
  const owner = await accounts.get(userId);
  const isPaid = owner?.paid !== false;
  if (owner?.status === USER_STATUS.inactive) return { isPaid, refusal: 'account_inactive' };
  if (isPaid || !(await unknownAnswers.isExhausted(userId, clock.now()))) return { isPaid };
  return { isPaid, refusal: 'daily_limit' };
}

import { USER_STATUS } from '../../../shared/model/account.ts';
import type { ListsDeps } from '../deps.ts';

export type MayVerifyDeps = Pick<ListsDeps, 'accounts' | 'clock' | 'unknownAnswers'>;

/**
 * Whether lists of an account may ask servers now, or the reason why not: its owner is inactive, or
 * it never bought credits and has had the inconclusive answers of today. A missing account does not
 * prevent it.
 */
export async function mayVerifyNow(
  { accounts, clock, unknownAnswers }: MayVerifyDeps,
  userId: string,
): Promise<true | 'account_inactive' | 'daily_limit'> {
  const owner = await accounts.get(userId);
  if (owner?.status === USER_STATUS.inactive) return 'account_inactive';
  if (!owner || owner.paid) return true;
  return (await unknownAnswers.isExhausted(userId, clock.now())) ? 'daily_limit' : true;
}

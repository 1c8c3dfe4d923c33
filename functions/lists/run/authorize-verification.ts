import { USER_STATUS } from '../../../shared/model/account.ts';
import type { ListsDeps } from '../deps.ts';

export type AuthorizeVerificationDeps = Pick<ListsDeps, 'accounts'>;

interface MayVerify {
  readonly isPaid: boolean;
  /** Set if lists of the account may not be verified now. */
  readonly refusal?: 'account_inactive';
}

/**
 * Decides whether lists of an account may be verified now. Refuses an inactive owner. Allows a
 * missing account.
 */
export async function authorizeVerification(
  { accounts }: AuthorizeVerificationDeps,
  userId: string,
): Promise<MayVerify> {
  const owner = await accounts.get(userId);
  const isPaid = owner?.paid !== false;
  return {
    isPaid,
    ...(owner?.status === USER_STATUS.inactive && { refusal: 'account_inactive' as const }),
  };
}

import { USER_STATUS } from '../../shared/model/account.ts';
import type { Accounts } from '../access/ports.ts';

/** Whether lists of this owner may be worked on. An owner without an account is no hindrance. */
export async function ownerIsActive(
  { accounts }: { readonly accounts: Pick<Accounts, 'get'> },
  userId: string,
): Promise<boolean> {
  const owner = await accounts.get(userId);
  return owner?.status !== USER_STATUS.inactive;
}

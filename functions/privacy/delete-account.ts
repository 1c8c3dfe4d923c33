import { normalizeAddress } from '../../packages/verifier/src/address/read-address.ts';
import { AppError } from '../../shared/contract/errors.ts';
import { ownerIdOf } from '../access/role.ts';
import { accountNameOf } from '../access/account-name.ts';
import { computeFormerAddressHmac } from '../account/hashes.ts';
import { retryOnConflict } from '../platform/retry-on-conflict.ts';
import type { PrivacyDeps } from './deps.ts';

export type StartClosingDeps = Pick<
  PrivacyDeps,
  | 'accessChanges'
  | 'accounts'
  | 'clock'
  | 'closedAccounts'
  | 'log'
  | 'memberships'
  | 'privacyQueue'
  | 'secrets'
>;

/**
 * Closes a person's login and the account that the person owns, after the person has left all
 * others: nobody can log in, and a worker performs the remaining steps. Idempotent.
 * @param by browser and network of the caller, from `originOf`; undefined if a restore
 *   closes the login again, because the owners of other accounts were already notified
 * @throws {AppError} `owns_other_account` if another account was transferred to the person, who must
 *   close it or transfer it first
 */
export async function startClosing(
  deps: StartClosingDeps,
  userId: string,
  closedAt = new Date(deps.clock.now()).toISOString(),
  by?: string,
): Promise<void> {
  if (!(await closeAccountRecord(deps, userId, closedAt, by))) return;
  try {
    await deps.privacyQueue.send({ kind: 'close', v: 1, userId });
  } catch (error) {
    // The owner cannot log in to retry, so the hourly sweep closes the account.
    deps.log.error('closing_not_announced', error, { user: userId });
  }
}

/**
 * Removes a membership and notifies the owner of the account, without the address, which is erased
 * with the login.
 */
async function leave(
  { accessChanges, memberships }: StartClosingDeps,
  accountId: string,
  target: string,
  by: string | undefined,
): Promise<void> {
  const change = { kind: 'member', what: 'removed', target, name: '', by: by ?? '' } as const;
  const write = await accessChanges.announce(accountId, change, by !== undefined);
  await memberships.remove(accountId, target, write);
}

const closeAccountRecord = (
  deps: StartClosingDeps,
  userId: string,
  closedAt: string,
  by: string | undefined,
): Promise<boolean> =>
  retryOnConflict(`account ${userId}`, async () => {
    const user = await deps.accounts.get(userId);
    if (!user) return false;
    const emailHmac = await computeFormerAddressHmac(
      deps.secrets,
      normalizeAddress(user.email) ?? user.email,
    );
    const joined = await Promise.all((user.joined ?? []).map((id) => deps.accounts.get(id)));
    if (joined.some((account) => account && ownerIdOf(account) === userId))
      throw new AppError('owns_other_account');
    for (const accountId of user.joined ?? []) await leave(deps, accountId, userId, by);
    const left = { ...user, joined: undefined, accountName: accountNameOf(user) };
    return (await deps.closedAccounts.close(left, { closedAt, emailHmac })) || 'again';
  });

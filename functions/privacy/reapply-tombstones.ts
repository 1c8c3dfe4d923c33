import type { ClosedAccounts } from '../account/adapters/closed-accounts.ts';
import { type DeleteDeps, deleteAccount } from './delete-account.ts';

/**
 * Closes again what a restore has brought back: every account of the table in use that was closed
 * in the one it was restored from. The dates of what is kept count from the first closing.
 * @param before the closed accounts of the table that was left behind
 */
export async function reapplyTombstones(
  deps: DeleteDeps,
  before: Pick<ClosedAccounts, 'list'>,
): Promise<{ tombstones: number; closed: number }> {
  const count = { tombstones: 0, closed: 0 };
  for await (const { userId, closedAt } of before.list()) {
    count.tombstones += 1;
    if (!(await deps.accounts.get(userId))) continue;
    await deleteAccount(deps, userId, closedAt);
    count.closed += 1;
  }
  return count;
}

import type { ClosedAccounts } from '../account/adapters/closed-accounts.ts';
import { type StartClosingDeps, startClosing } from './delete-account.ts';

/**
 * After a restore, closes the accounts in the current table that are closed in the old table.
 * Retention is counted from the first time they were closed.
 * @param oldClosedAccounts closed accounts of the old table
 */
export async function reapplyTombstones(
  deps: StartClosingDeps,
  oldClosedAccounts: Pick<ClosedAccounts, 'list'>,
): Promise<{ tombstones: number; closed: number }> {
  const count = { tombstones: 0, closed: 0 };
  for await (const { userId, closedAt } of oldClosedAccounts.list()) {
    count.tombstones += 1;
    if (!(await deps.accounts.get(userId))) continue;
    await startClosing(deps, userId, closedAt);
    count.closed += 1;
  }
  return count;
}

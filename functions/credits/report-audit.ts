import { auditLedger } from './audit-ledger.ts';
import type { LedgerAudit } from './ports.ts';
import type { Log } from '../platform/log.ts';

/**
 * Recomputes every balance from its entries, and writes a line at level `error` for each that differs,
 * which raises an alarm.
 * @returns what stands in the log of this run
 */
export async function reportAudit({
  ledgerAudit,
  log,
}: {
  readonly ledgerAudit: LedgerAudit;
  readonly log: Log;
}): Promise<{ users: number; entries: number; wrong: number }> {
  const count = { users: 0, entries: 0, wrong: 0 };
  for await (const { userId, entries, right, stored, recomputed } of auditLedger(ledgerAudit)) {
    count.users += 1;
    count.entries += entries;
    if (right) continue;
    count.wrong += 1;
    const told = new Error('the stored balance is not what its entries make');
    const balances = { stored: JSON.stringify(stored), recomputed: JSON.stringify(recomputed) };
    log.error('ledger_differs', told, { user: userId, ...balances });
  }
  return count;
}

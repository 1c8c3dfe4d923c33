import { HOUR_MS } from '../../shared/model/duration.ts';
import { forEachConcurrently } from '../platform/for-each-concurrently.ts';
import { shardOf } from '../platform/dynamo/key.ts';
import type { AccessDeps } from '../access/deps.ts';
import { auditBalance, auditSinceCheckpoint, type BalanceAudit } from './audit-balance.ts';
import { auditEntries, type EntriesAudit } from './audit-entries.ts';
import type { CreditsDeps } from './deps.ts';

export interface LedgerAuditResult {
  readonly userId: string;
  readonly balance: BalanceAudit;
  readonly entries: EntriesAudit;
}

/** Number of concurrent audits, enough to hide the table's latency. */
const CONCURRENCY = 16;
/**
 * Each hourly run audits one part of the balances, so that each balance is audited within a day.
 */
const BALANCE_PARTS = 24;
/** Each hourly run audits one part of the entries, so that each entry is audited within 30 days. */
const ENTRY_PARTS = 24 * 30;

/** Audits the entries and balances of all users. Can run while the ledger is in use. */
export async function* auditLedger(
  deps: Pick<CreditsDeps, 'clock' | 'ledgerAudit'>,
): AsyncGenerator<LedgerAuditResult> {
  for await (const entries of auditEntries(deps)) {
    const { userId } = entries;
    yield { userId, entries, balance: await auditBalance(deps, userId) };
  }
}

/**
 * Audits this hour's part of the balances and entries. Raises an alarm for each difference, and
 * counts the balances that stayed undecided.
 */
export async function runHourlyAudit(
  deps: Pick<CreditsDeps, 'clock' | 'ledgerAudit' | 'log'> & Pick<AccessDeps, 'directory'>,
): Promise<{ users: number; entries: number; wrong: number; undecided: number }> {
  const count = { users: 0, entries: 0, wrong: 0, undecided: 0 };
  const report = (user: string, message: string, balances: Readonly<Record<string, object>>) => {
    count.wrong += 1;
    const fields = Object.entries(balances).map(([name, each]) => [name, JSON.stringify(each)]);
    deps.log.alarm('ledger_differs', message, { user, ...Object.fromEntries(fields) });
  };
  const audit = async (userId: string): Promise<void> => {
    const { outcome, stored, recomputed } = await auditSinceCheckpoint(deps, userId);
    count.users += 1;
    if (outcome === 'undecided') count.undecided += 1;
    if (outcome === 'differs')
      report(userId, 'the balance is not what its usage lines add up to', { stored, recomputed });
  };

  const hour = Math.floor(deps.clock.now() / HOUR_MS);
  const customers = (await deps.directory.list())
    .map(({ id }) => id)
    .filter((id) => shardOf(id, BALANCE_PARTS) === hour % BALANCE_PARTS);
  await forEachConcurrently(customers, CONCURRENCY, audit);
  const part = { segment: hour % ENTRY_PARTS, of: ENTRY_PARTS };
  for await (const { userId, isEqual, entries, lines, recomputed } of auditEntries(deps, part)) {
    count.entries += entries;
    if (!isEqual)
      report(userId, 'the usage lines are not what the entries add up to', { lines, recomputed });
    // Include users who are not in the directory: closed accounts and stray items.
    await audit(userId);
  }
  return count;
}

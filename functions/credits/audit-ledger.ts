import { HOUR_MS } from '../../shared/model/duration.ts';
import type { LedgerAudit } from './adapters/ledger-audit.ts';
import type { Segment } from '../platform/dynamo/scan.ts';
import { type Balance, BALANCE_ACCOUNTS } from './rules/ledger-entry.ts';
import { balanceAfter, deltasOf, type Deltas } from './rules/ledger.ts';
import type { CreditsDeps } from './deps.ts';

export interface AuditResult {
  readonly userId: string;
  readonly entries: number;
  readonly stored: Balance;
  readonly recomputed: Balance;
  /** Whether `stored` and `recomputed` are equal and no account is below zero. */
  readonly isCorrect: boolean;
}

/** Users audited concurrently, which is enough to hide the latency of the table. */
const CONCURRENCY = 16;
/** Maximum attempts for a user whose balance changes during the audit. */
const MAX_ATTEMPTS = 20;

/**
 * Recomputes every balance in the table, or in one segment of it, from its entries. Runs in
 * constant memory while the ledger is in use: a difference counts only if the balance did not
 * change while its entries were read.
 */
export async function* auditLedger(
  audit: LedgerAudit,
  part?: Segment,
): AsyncGenerator<AuditResult> {
  let batch: Promise<AuditResult>[] = [];
  for await (const userId of audit.users(part)) {
    batch.push(auditUser(audit, userId));
    if (batch.length < CONCURRENCY) continue;
    yield* await Promise.all(batch);
    batch = [];
  }
  yield* await Promise.all(batch);
}

async function auditUser(audit: LedgerAudit, userId: string): Promise<AuditResult> {
  for (let attempt = 1; ; attempt += 1) {
    const { balance: stored, version } = await audit.storedBalance(userId);
    const { recomputed, entries } = await recompute(audit, userId);
    const isCorrect =
      isSame(stored, recomputed) && Object.values(stored).every((count) => count >= 0);
    const isFinal = isCorrect || (await audit.storedBalance(userId)).version === version;
    if (isFinal || attempt === MAX_ATTEMPTS)
      return { userId, entries, stored, recomputed, isCorrect };
  }
}

async function recompute(
  audit: LedgerAudit,
  userId: string,
): Promise<{ recomputed: Balance; entries: number }> {
  let deltas: Deltas = deltasOf([]);
  let entries = 0;
  for await (const entry of audit.entries(userId)) {
    deltas = deltasOf([entry], deltas);
    entries += 1;
  }
  return { recomputed: balanceAfter(deltas), entries };
}

const isSame = (a: Balance, b: Balance): boolean =>
  BALANCE_ACCOUNTS.every((account) => a[account] === b[account]);

/**
 * Segments of the table; one is audited per hour, so that every balance is recomputed once a day.
 */
const PARTS = 24;

/**
 * Recomputes the balances in this hour's segment of the table, and logs an error, which raises an
 * alarm, for each difference.
 * @returns the fields that the run logs
 */
export async function reportAudit({
  clock,
  ledgerAudit,
  log,
}: Pick<CreditsDeps, 'clock' | 'ledgerAudit' | 'log'>): Promise<{
  users: number;
  entries: number;
  wrong: number;
}> {
  const count = { users: 0, entries: 0, wrong: 0 };
  const part = { segment: Math.floor(clock.now() / HOUR_MS) % PARTS, of: PARTS };
  const audited = auditLedger(ledgerAudit, part);
  for await (const { userId, entries, isCorrect, stored, recomputed } of audited) {
    count.users += 1;
    count.entries += entries;
    if (isCorrect) continue;
    count.wrong += 1;
    const message = 'the stored balance differs from the sum of its entries';
    const balances = { stored: JSON.stringify(stored), recomputed: JSON.stringify(recomputed) };
    log.alarm('ledger_differs', message, { user: userId, ...balances });
  }
  return count;
}

import { HOUR_MS, formatUtcDate } from '../../shared/model/duration.ts';
import { addBalances, type Checkpoint, isSameBalance, NO_CHECKPOINT } from './rules/checkpoint.ts';
import type { Balance } from './rules/ledger-entry.ts';
import { toBalance, sumDeltas } from './rules/ledger.ts';
import type { CreditsDeps } from './deps.ts';

export interface BalanceAudit {
  readonly stored: Balance;
  readonly recomputed: Balance;
  /**
   * `equal` also means that no account is negative. `undecided` means that the balance kept
   * changing during the audit.
   */
  readonly outcome: 'equal' | 'differs' | 'undecided';
}

const MAX_ATTEMPTS = 20;
/**
 * Time after the end of a day until no more entries can be added to it. A Lambda function dates its
 * entries, then writes them within its maximum run time of fifteen minutes.
 */
const SETTLED_AFTER_MS = HOUR_MS;

export const firstUnsettledDay = (now: number): string => formatUtcDate(now - SETTLED_AFTER_MS);

type AuditBalanceDeps = Pick<CreditsDeps, 'clock' | 'ledgerAudit'>;

/**
 * Compares a balance with its usage lines while the ledger is in use. A difference counts only if
 * the balance did not change while the lines were read.
 * @param start sums of earlier lines, which are not read again; by default, all lines are read
 */
export async function auditBalance(
  { clock, ledgerAudit }: AuditBalanceDeps,
  userId: string,
  start: Checkpoint = NO_CHECKPOINT,
): Promise<BalanceAudit & { readonly settled: Checkpoint }> {
  const day = firstUnsettledDay(clock.now());
  for (let attempt = 1; ; attempt += 1) {
    const { balance: stored, version, ttl } = await ledgerAudit.storedBalance(userId);
    let settledDeltas = sumDeltas([]);
    let allDeltas = settledDeltas;
    for await (const line of ledgerAudit.lines(userId, start.day)) {
      allDeltas = sumDeltas(line.movements, allDeltas);
      if (line.day < day) settledDeltas = sumDeltas(line.movements, settledDeltas);
    }
    const recomputed = addBalances(start.balance, toBalance(allDeltas));
    const settled = { day, ttl, balance: addBalances(start.balance, toBalance(settledDeltas)) };
    const isEqual =
      isSameBalance(stored, recomputed) && Object.values(stored).every((count) => count >= 0);
    if (isEqual) return { stored, recomputed, settled, outcome: 'equal' };
    const isStill = (await ledgerAudit.storedBalance(userId)).version === version;
    if (isStill || attempt === MAX_ATTEMPTS)
      return { stored, recomputed, settled, outcome: isStill ? 'differs' : 'undecided' };
  }
}

/**
 * Like `auditBalance`, but starts at the checkpoint and then advances it, so that each run reads
 * few lines.
 */
export async function auditSinceCheckpoint(
  deps: AuditBalanceDeps,
  userId: string,
): Promise<BalanceAudit> {
  const start = await deps.ledgerAudit.checkpoint(userId);
  const audited = await auditBalance(deps, userId, start);
  const { outcome, settled } = audited;
  if (outcome === 'equal' && !isSameBalance(settled.balance, start.balance))
    await deps.ledgerAudit.saveCheckpoint(userId, settled);
  return audited;
}

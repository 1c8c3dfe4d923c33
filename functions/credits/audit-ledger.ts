import { HOUR_MS, formatUtcDate } from '../../shared/model/duration.ts';
import { forEachConcurrently } from '../platform/for-each-concurrently.ts';
import { shardOf } from '../platform/dynamo/key.ts';
import type { AccessDeps } from '../access/deps.ts';
import type { CreditsDeps } from './deps.ts';
import type { ScanSegment } from '../platform/dynamo/scan.ts';
import { isSameBalance, addBalances, type Checkpoint, NO_CHECKPOINT } from './rules/checkpoint.ts';
import type { Balance } from './rules/ledger-entry.ts';
import { toBalance, type AccountDeltas, sumDeltas } from './rules/ledger.ts';

interface BalanceAudit {
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

const firstUnsettledDay = (now: number): string => formatUtcDate(now - SETTLED_AFTER_MS);

type AuditBalanceDeps = Pick<CreditsDeps, 'clock' | 'ledgerAudit'>;

/**
 * Compares a balance with its usage lines while the ledger is in use. A difference counts only if
 * the balance did not change while the lines were read.
 * @param start sums of earlier lines, which are not read again; by default, all lines are read
 */
async function auditBalance(
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

/** Starts at the checkpoint and then advances it, so that each run reads few lines. */
async function auditSinceCheckpoint(deps: AuditBalanceDeps, userId: string): Promise<BalanceAudit> {
  const start = await deps.ledgerAudit.checkpoint(userId);
  const audited = await auditBalance(deps, userId, start);
  const { outcome, settled } = audited;
  if (outcome === 'equal' && !isSameBalance(settled.balance, start.balance))
    await deps.ledgerAudit.saveCheckpoint(userId, settled);
  return audited;
}

interface EntriesAudit {
  readonly userId: string;
  readonly entries: number;
  /** Balance according to the usage lines of all settled days. */
  readonly lines: Balance;
  /** Balance according to the entries of the same days. */
  readonly recomputed: Balance;
  readonly isEqual: boolean;
}

/**
 * Compares the entries of every user of the table, or of one part of it, with their usage lines, in
 * constant memory. Because it reads every entry, it also finds entries without a balance. Skips
 * days to which entries can still be added, so that concurrent movements have no effect.
 */
async function* auditEntries(
  { clock, ledgerAudit }: Pick<CreditsDeps, 'clock' | 'ledgerAudit'>,
  part?: ScanSegment,
): AsyncGenerator<EntriesAudit> {
  const end = firstUnsettledDay(clock.now());
  const noSums = { entries: 0, sums: { entry: sumDeltas([]), line: sumDeltas([]) } };
  let user: { userId: string } & typeof noSums = { userId: '', ...noSums };
  for await (const { userId, kind, day, movements } of ledgerAudit.records(part)) {
    if (user.userId !== userId) {
      if (user.userId !== '') yield resultOf(user);
      user = { userId, ...noSums };
    }
    if (kind === 'balance') continue;
    if (kind === 'entry') user.entries += 1;
    if (day < end) user.sums = { ...user.sums, [kind]: sumDeltas(movements, user.sums[kind]) };
  }
  if (user.userId !== '') yield resultOf(user);
}

const resultOf = ({
  userId,
  entries,
  sums,
}: Pick<EntriesAudit, 'userId' | 'entries'> & {
  readonly sums: { readonly entry: AccountDeltas; readonly line: AccountDeltas };
}): EntriesAudit => {
  const [lines, recomputed] = [toBalance(sums.line), toBalance(sums.entry)];
  return { userId, entries, lines, recomputed, isEqual: isSameBalance(lines, recomputed) };
};

export interface LedgerAuditResult {
  readonly userId: string;
  readonly balance: BalanceAudit;
  readonly entries: EntriesAudit;
}

/** Number of concurrent audits, enough to hide the table's latency. */
const CONCURRENCY = 16;
/** An hourly run audits one part of the balances, so that each one is audited within a day. */
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

/** Raises an alarm for each difference, and counts the balances that could not be decided. */
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

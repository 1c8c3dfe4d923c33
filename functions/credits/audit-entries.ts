import type { ScanSegment } from '../platform/dynamo/scan.ts';
import { firstUnsettledDay } from './audit-balance.ts';
import { isSameBalance } from './rules/checkpoint.ts';
import type { Balance } from './rules/ledger-entry.ts';
import { toBalance, type AccountDeltas, sumDeltas } from './rules/ledger.ts';
import type { CreditsDeps } from './deps.ts';

export interface EntriesAudit {
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
export async function* auditEntries(
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

import { ENTRY_KINDS, type LedgerEntry, MOVEMENTS } from './ledger-entry.ts';

/** Sums, by kind, of the entries of one day and subject. */
export interface UsageLine {
  /** Day in UTC, such as `2026-11-20`. */
  readonly day: string;
  /** Time of the last entry (ISO 8601 in UTC); missing on older lines. */
  readonly at?: string | undefined;
  /** What the credits were used for, as returned by `subjectOf`. */
  readonly subject: string;
  readonly amounts: Readonly<Partial<Record<LedgerEntry['kind'], number>>>;
}

/**
 * Subject of the entries of one transaction, taken from the first entry: `list:<id>`,
 * `checks:<by>`, `dispute:<id>`, or an entry id such as `grant:in:<invoice>`. Created or repaid
 * debt belongs to the entry that caused it. The id of a recheck is the id of its list, a dot and a
 * number; its subject is that list.
 */
export function subjectOf({ kind, id, by }: LedgerEntry): string {
  const reference = id.slice(kind.length + 1);
  if (kind === 'reserve' || kind === 'settle' || kind === 'release')
    return `list:${reference.split(/[.:]/, 1)[0]}`;
  if (kind === 'debit' || kind === 'undo') return `checks:${by ?? ''}`;
  if (kind === 'hold' || kind === 'unhold' || kind === 'forfeit') return `dispute:${reference}`;
  return id;
}

/** Sums of entries by kind; kinds without a movement are missing. */
export function amountsOf(entries: readonly LedgerEntry[]): UsageLine['amounts'] {
  const amounts: Partial<Record<LedgerEntry['kind'], number>> = {};
  for (const { kind, amount } of entries)
    if (amount > 0) amounts[kind] = (amounts[kind] ?? 0) + amount;
  return amounts;
}

/** Number of charged addresses, minus the undone single checks. */
export const verifiedOf = ({ settle = 0, debit = 0, undo = 0 }: UsageLine['amounts']): number =>
  settle + debit - undo;

/** Change of the available credits by the amounts of a usage line. */
export function changeOf(amounts: UsageLine['amounts']): number {
  return ENTRY_KINDS.reduce((change, kind) => {
    const [from, to] = MOVEMENTS[kind];
    const moved = amounts[kind] ?? 0;
    return change + (to === 'available' ? moved : 0) - (from === 'available' ? moved : 0);
  }, 0);
}

import { ENTRY_KINDS, type LedgerEntry, type Movement, MOVEMENTS } from './ledger-entry.ts';
import { deltasOf } from './ledger.ts';

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
 * The subject of the entries of one transaction, taken from the first: `list:<id>`, `checks:<by>`,
 * `dispute:<id>`, or an entry id such as `grant:in:<invoice>`. Debt made or repaid belongs to the
 * entry that caused it. The id of a recheck is its list's, a dot and a number; that of a
 * reversed decision is its dispute's, a colon and a number.
 */
export function subjectOf({ kind, id, by }: LedgerEntry): string {
  const reference = id.slice(kind.length + 1);
  if (kind === 'reserve' || kind === 'settle' || kind === 'release')
    return `list:${reference.split(/[.:]/, 1)[0]}`;
  if (kind === 'debit' || kind === 'undo') return `checks:${by ?? ''}`;
  if (kind === 'hold' || kind === 'unhold' || kind === 'forfeit')
    return `dispute:${reference.split(':', 1)[0]}`;
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

export const movementsOf = (amounts: UsageLine['amounts']): Movement[] =>
  ENTRY_KINDS.map((kind) => {
    const [from, to] = MOVEMENTS[kind];
    return { from, to, amount: amounts[kind] ?? 0 };
  });

/** The change of the available credits by a line. */
export const changeOf = (amounts: UsageLine['amounts']): number =>
  deltasOf(movementsOf(amounts)).available;

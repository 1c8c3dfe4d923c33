import { ENTRY_KINDS, type LedgerEntry, MOVEMENTS } from './ledger-entry.ts';

/** What the entries of one day moved for one subject: sums of their amounts by kind. */
export interface UsageLine {
  /** Day in UTC, `2026-11-20`. */
  readonly day: string;
  /** Of the last entry, ISO 8601 UTC; lines of before this was noted have none. */
  readonly at?: string | undefined;
  /** What the credits moved for, as `subjectOf` names it. */
  readonly subject: string;
  readonly amounts: Readonly<Partial<Record<LedgerEntry['kind'], number>>>;
}

/**
 * What the entries of one transaction are for, by the first of them: `list:<id>`, `checks:<by>`,
 * `dispute:<id>`, or an event by its entry, such as `grant:in:<invoice>`. A debt that is made or
 * paid belongs to what made or paid it; the id of a recheck is its list's, a dot and a number.
 */
export function subjectOf({ kind, id, by }: LedgerEntry): string {
  const rest = id.slice(kind.length + 1);
  if (kind === 'reserve' || kind === 'settle' || kind === 'release')
    return `list:${rest.split(/[.:]/, 1)[0]}`;
  if (kind === 'debit' || kind === 'undo') return `checks:${by ?? ''}`;
  if (kind === 'hold' || kind === 'unhold' || kind === 'forfeit') return `dispute:${rest}`;
  return id;
}

/** The sums of entries by kind; kinds that moved nothing are left out. */
export function amountsOf(entries: readonly LedgerEntry[]): UsageLine['amounts'] {
  const amounts: Partial<Record<LedgerEntry['kind'], number>> = {};
  for (const { kind, amount } of entries)
    if (amount > 0) amounts[kind] = (amounts[kind] ?? 0) + amount;
  return amounts;
}

/** Addresses that were charged for; fewer than none where a single check brought no answer. */
export const verifiedOf = ({ settle = 0, debit = 0, undo = 0 }: UsageLine['amounts']): number =>
  settle + debit - undo;

/** What a line did to the available credits. */
export function changeOf(amounts: UsageLine['amounts']): number {
  return ENTRY_KINDS.reduce((change, kind) => {
    const [from, to] = MOVEMENTS[kind];
    const moved = amounts[kind] ?? 0;
    return change + (to === 'available' ? moved : 0) - (from === 'available' ? moved : 0);
  }, 0);
}

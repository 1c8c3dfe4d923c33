import { ENTRY_KINDS, type LedgerEntry, type Movement, MOVEMENTS } from './ledger-entry.ts';
import { sumDeltas } from './ledger.ts';

export interface UsageLine {
  /** Day in UTC, such as `2026-11-20`. */
  readonly day: string;
  /** Time of the last entry (ISO 8601 in UTC). Missing in older lines. */
  readonly at?: string | undefined;
  /** The purpose of the credits, as returned by `usageSubjectOf`. */
  readonly subject: string;
  readonly amounts: Readonly<Partial<Record<LedgerEntry['kind'], number>>>;
}

/**
 * Returns the subject of a transaction, taken from its first entry: `list:<id>`, `checks:<by>`,
 * `dispute:<id>`, or an entry id such as `grant:in:<invoice>`. Creating or repaying debt belongs to
 * the entry that caused it. A recheck's id is the list's id, a dot and a number; the id of a
 * reversed decision is the dispute's id, a colon and a number.
 */
export function usageSubjectOf({ kind, id, by }: LedgerEntry): string {
  const reference = id.slice(kind.length + 1);
  if (kind === 'reserve' || kind === 'settle' || kind === 'release')
    return `list:${reference.split(/[.:]/, 1)[0]}`;
  if (kind === 'debit' || kind === 'undo') return `checks:${by ?? ''}`;
  if (kind === 'hold' || kind === 'unhold' || kind === 'forfeit')
    return `dispute:${reference.split(':', 1)[0]}`;
  return id;
}

/** Kinds without a movement are missing. */
export function sumAmountsByKind(entries: readonly LedgerEntry[]): UsageLine['amounts'] {
  const amounts: Partial<Record<LedgerEntry['kind'], number>> = {};
  for (const { kind, amount } of entries)
    if (amount > 0) amounts[kind] = (amounts[kind] ?? 0) + amount;
  return amounts;
}

/** Returns the number of charged addresses, minus undone single checks. */
export const countChargedAddresses = ({
  settle = 0,
  debit = 0,
  undo = 0,
}: UsageLine['amounts']): number => settle + debit - undo;

export const movementsOf = (amounts: UsageLine['amounts']): Movement[] =>
  ENTRY_KINDS.map((kind) => {
    const [from, to] = MOVEMENTS[kind];
    return { from, to, amount: amounts[kind] ?? 0 };
  });

export const availableChangeOf = (amounts: UsageLine['amounts']): number =>
  sumDeltas(movementsOf(amounts)).available;

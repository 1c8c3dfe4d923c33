import type { Balance, LedgerEntry } from './ledger-entry.ts';
import {
  borrowEntry,
  clawBackEntry,
  deltasOf,
  forfeitEntry,
  grantEntry,
  holdEntry,
  holdId,
  repayEntry,
  unholdEntry,
  unholdId,
} from './ledger.ts';

/** An entry of the user that was written before, by its id. */
export type Earlier = (id: string) => LedgerEntry | undefined;

/** An event whose entries depend on the balance it meets. */
export interface Decision {
  /** The entry that names the event: whether it is there says whether the event was applied. */
  readonly main: LedgerEntry;
  /** Ids of earlier entries it depends on. */
  readonly reads: readonly string[];
  /** All its entries, `main` among them. */
  decide(balance: Balance, earlier: Earlier): readonly LedgerEntry[];
}

export const grantOf = (given: { source: string; amount: number; why: string }): Decision => {
  const main = grantEntry(given.source, given.amount, given.why);
  return { main, reads: [], decide: () => [main] };
};

/** Takes back `amount`; what is no longer there becomes debt. */
export const clawBackOf = (given: { id: string; amount: number; why: string }): Decision => {
  const main = clawBackEntry(given.id, given.amount, given.why);
  return { main, reads: [], decide: ({ available }) => [main, ...borrowed(main, available)] };
};

/**
 * Sets aside `amount`; what is not there, such as what a list has reserved, becomes debt. Nothing
 * once the dispute has ended, in whatever order its events come.
 */
export const holdOf = ({ dispute, amount }: { dispute: string; amount: number }): Decision => ({
  main: holdEntry(dispute, amount, false),
  reads: [unholdId(dispute)],
  decide({ available }, earlier) {
    const main = holdEntry(dispute, amount, earlier(unholdId(dispute)) !== undefined);
    return [main, ...borrowed(main, available)];
  },
});

/** Gives back what a hold took. */
export const unholdOf = ({ dispute }: { dispute: string }): Decision => ({
  main: unholdEntry(dispute, 0),
  reads: [holdId(dispute)],
  decide: (_, earlier) => [unholdEntry(dispute, earlier(holdId(dispute))?.amount ?? 0)],
});

/** Takes back `amount`: first what was held for it, then what is available; the rest is debt. */
export const forfeitOf = (given: { dispute: string; amount: number; why: string }): Decision => {
  const { dispute, amount, why } = given;
  const main = forfeitEntry(dispute, amount, why);
  return {
    main,
    reads: [holdId(dispute), unholdId(dispute)],
    decide({ available }, earlier) {
      if (earlier(unholdId(dispute))) return [main, ...borrowed(main, available)];
      const held = earlier(holdId(dispute))?.amount ?? 0;
      return [unholdEntry(dispute, held), main, ...borrowed(main, available + held)];
    },
  };
};

const borrowed = (main: LedgerEntry, available: number): LedgerEntry[] =>
  main.amount > available ? [borrowEntry(main, main.amount - available)] : [];

/** Entries, and what they pay of a debt where they make credits available. */
export function withRepayment(
  entries: readonly LedgerEntry[],
  debt: number,
): readonly LedgerEntry[] {
  const paid = Math.min(deltasOf(entries).available, debt);
  const bringer = entries.find(({ to }) => to === 'available');
  return bringer && paid > 0 ? [...entries, repayEntry(bringer, paid)] : entries;
}

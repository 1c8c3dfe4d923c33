import type { Balance, LedgerEntry } from './ledger-entry.ts';
import {
  borrowEntry,
  clawBackEntry,
  deltasOf,
  seizeHeldEntry,
  grantEntry,
  holdEntry,
  holdId,
  repayEntry,
  releaseHoldEntry,
  releaseHoldId,
} from './ledger.ts';

/** Finds an entry of the user that was written before, by its id. */
export type Earlier = (id: string) => LedgerEntry | undefined;

/** An event whose entries depend on the present balance. */
export interface Decision {
  /** The entry that identifies the event: the event was applied if and only if it exists. */
  readonly main: LedgerEntry;
  /** Ids of the earlier entries that the decision depends on. */
  readonly reads: readonly string[];
  /** All entries of the event, including `main`. */
  decide(balance: Balance, earlier: Earlier): readonly LedgerEntry[];
}

export const grantOf = (given: { source: string; amount: number; why: string }): Decision => {
  const main = grantEntry(given.source, given.amount, given.why);
  return { main, reads: [], decide: () => [main] };
};

/** Takes back `amount`; any shortfall becomes debt. */
export const clawBackOf = (given: { id: string; amount: number; why: string }): Decision => {
  const main = clawBackEntry(given.id, given.amount, given.why);
  return { main, reads: [], decide: ({ available }) => [main, ...borrowed(main, available)] };
};

/**
 * Holds `amount`; credits that are unavailable, such as those reserved by a list, become debt. Has
 * no effect once the dispute has ended, in whatever order its events arrive.
 */
export const holdOf = ({ dispute, amount }: { dispute: string; amount: number }): Decision => ({
  main: holdEntry(dispute, amount, false),
  reads: [releaseHoldId(dispute)],
  decide({ available }, earlier) {
    const main = holdEntry(dispute, amount, earlier(releaseHoldId(dispute)) !== undefined);
    return [main, ...borrowed(main, available)];
  },
});

export const releaseHoldOf = ({ dispute }: { dispute: string }): Decision => ({
  main: releaseHoldEntry(dispute, 0),
  reads: [holdId(dispute)],
  decide: (_, earlier) => [releaseHoldEntry(dispute, earlier(holdId(dispute))?.amount ?? 0)],
});

/** Takes back `amount`: first the credits held for it, then available ones; the rest is debt. */
export const seizeHeldOf = (given: { dispute: string; amount: number; why: string }): Decision => {
  const { dispute, amount, why } = given;
  const main = seizeHeldEntry(dispute, amount, why);
  return {
    main,
    reads: [holdId(dispute), releaseHoldId(dispute)],
    decide({ available }, earlier) {
      if (earlier(releaseHoldId(dispute))) return [main, ...borrowed(main, available)];
      const held = earlier(holdId(dispute))?.amount ?? 0;
      return [releaseHoldEntry(dispute, held), main, ...borrowed(main, available + held)];
    },
  };
};

const borrowed = (main: LedgerEntry, available: number): LedgerEntry[] =>
  main.amount > available ? [borrowEntry(main, main.amount - available)] : [];

/** The entries and, if they make credits available, the repayment of debt. */
export function withRepayment(
  entries: readonly LedgerEntry[],
  debt: number,
): readonly LedgerEntry[] {
  const paid = Math.min(deltasOf(entries).available, debt);
  const bringer = entries.find(({ to }) => to === 'available');
  return bringer && paid > 0 ? [...entries, repayEntry(bringer, paid)] : entries;
}

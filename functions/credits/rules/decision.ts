import type { Balance, LedgerEntry } from './ledger-entry.ts';
import {
  createBorrowEntry,
  createClawBackEntry,
  sumDeltas,
  createSeizeHeldEntry,
  createGrantEntry,
  createHoldEntry,
  holdEntryId,
  createRepayEntry,
  createReleaseHoldEntry,
  releaseHoldEntryId,
} from './ledger.ts';

export type FindEarlierEntry = (id: string) => LedgerEntry | undefined;

export interface LedgerDecision {
  /** The entry that identifies the event. If it exists, the event was already applied. */
  readonly main: LedgerEntry;
  readonly dependsOn: readonly string[];
  decide(balance: Balance, findEarlier: FindEarlierEntry): readonly LedgerEntry[];
}

export const createGrantDecision = (event: {
  source: string;
  amount: number;
  why: string;
}): LedgerDecision => {
  const main = createGrantEntry(event.source, event.amount, event.why);
  return { main, dependsOn: [], decide: () => [main] };
};

/** Takes back `amount` credits. A shortfall becomes debt. */
export const createClawBackDecision = (event: {
  id: string;
  amount: number;
  why: string;
}): LedgerDecision => {
  const main = createClawBackEntry(event.id, event.amount, event.why);
  return {
    main,
    dependsOn: [],
    decide: ({ available }) => [main, ...borrowEntries(main, available)],
  };
};

/**
 * Holds `amount` credits. Credits that are not available, for example because a list has reserved
 * them, become debt. Has no effect once the dispute has ended, even if the events arrive out of
 * order.
 */
export const createHoldDecision = ({
  dispute,
  amount,
}: {
  dispute: string;
  amount: number;
}): LedgerDecision => ({
  main: createHoldEntry(dispute, amount, false),
  dependsOn: [releaseHoldEntryId(dispute)],
  decide({ available }, findEarlier) {
    const main = createHoldEntry(
      dispute,
      amount,
      findEarlier(releaseHoldEntryId(dispute)) !== undefined,
    );
    return [main, ...borrowEntries(main, available)];
  },
});

export const createReleaseHoldDecision = ({ dispute }: { dispute: string }): LedgerDecision => ({
  main: createReleaseHoldEntry(dispute, 0),
  dependsOn: [holdEntryId(dispute)],
  decide: (_, findEarlier) => [
    createReleaseHoldEntry(dispute, findEarlier(holdEntryId(dispute))?.amount ?? 0),
  ],
});

/** Takes credits held for the dispute first, then available credits. The shortfall becomes debt. */
export const createSeizeHeldDecision = (event: {
  dispute: string;
  amount: number;
  why: string;
}): LedgerDecision => {
  const { dispute, amount, why } = event;
  const main = createSeizeHeldEntry(dispute, amount, why);
  return {
    main,
    dependsOn: [holdEntryId(dispute), releaseHoldEntryId(dispute)],
    decide({ available }, findEarlier) {
      if (findEarlier(releaseHoldEntryId(dispute)))
        return [main, ...borrowEntries(main, available)];
      const held = findEarlier(holdEntryId(dispute))?.amount ?? 0;
      return [
        createReleaseHoldEntry(dispute, held),
        main,
        ...borrowEntries(main, available + held),
      ];
    },
  };
};

const borrowEntries = (main: LedgerEntry, available: number): LedgerEntry[] =>
  main.amount > available ? [createBorrowEntry(main, main.amount - available)] : [];

export function withRepayment(
  entries: readonly LedgerEntry[],
  debt: number,
): readonly LedgerEntry[] {
  const repaid = Math.min(sumDeltas(entries).available, debt);
  const creditingEntry = entries.find(({ to }) => to === 'available');
  return creditingEntry && repaid > 0
    ? [...entries, createRepayEntry(creditingEntry, repaid)]
    : entries;
}

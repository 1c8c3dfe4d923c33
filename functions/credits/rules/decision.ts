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

export type FindEarlierEntry = (id: string) => LedgerEntry | undefined;

export interface Decision {
  /** The entry that identifies the event. If it exists, the event was already applied. */
  readonly main: LedgerEntry;
  readonly dependsOn: readonly string[];
  decide(balance: Balance, findEarlier: FindEarlierEntry): readonly LedgerEntry[];
}

export const grantDecision = (event: { source: string; amount: number; why: string }): Decision => {
  const main = grantEntry(event.source, event.amount, event.why);
  return { main, dependsOn: [], decide: () => [main] };
};

/** Takes back `amount` credits. A shortfall becomes debt. */
export const clawBackDecision = (event: { id: string; amount: number; why: string }): Decision => {
  const main = clawBackEntry(event.id, event.amount, event.why);
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
export const holdDecision = ({
  dispute,
  amount,
}: {
  dispute: string;
  amount: number;
}): Decision => ({
  main: holdEntry(dispute, amount, false),
  dependsOn: [releaseHoldId(dispute)],
  decide({ available }, findEarlier) {
    const main = holdEntry(dispute, amount, findEarlier(releaseHoldId(dispute)) !== undefined);
    return [main, ...borrowEntries(main, available)];
  },
});

export const releaseHoldDecision = ({ dispute }: { dispute: string }): Decision => ({
  main: releaseHoldEntry(dispute, 0),
  dependsOn: [holdId(dispute)],
  decide: (_, findEarlier) => [
    releaseHoldEntry(dispute, findEarlier(holdId(dispute))?.amount ?? 0),
  ],
});

/** Takes credits held for the dispute first, then available credits. The shortfall becomes debt. */
export const seizeHeldDecision = (event: {
  dispute: string;
  amount: number;
  why: string;
}): Decision => {
  const { dispute, amount, why } = event;
  const main = seizeHeldEntry(dispute, amount, why);
  return {
    main,
    dependsOn: [holdId(dispute), releaseHoldId(dispute)],
    decide({ available }, findEarlier) {
      if (findEarlier(releaseHoldId(dispute))) return [main, ...borrowEntries(main, available)];
      const held = findEarlier(holdId(dispute))?.amount ?? 0;
      return [releaseHoldEntry(dispute, held), main, ...borrowEntries(main, available + held)];
    },
  };
};

const borrowEntries = (main: LedgerEntry, available: number): LedgerEntry[] =>
  main.amount > available ? [borrowEntry(main, main.amount - available)] : [];

export function withRepayment(
  entries: readonly LedgerEntry[],
  debt: number,
): readonly LedgerEntry[] {
  const repaid = Math.min(deltasOf(entries).available, debt);
  const creditingEntry = entries.find(({ to }) => to === 'available');
  return creditingEntry && repaid > 0 ? [...entries, repayEntry(creditingEntry, repaid)] : entries;
}

import type { VerdictReason, VerdictStatus } from '../../../../shared/model/verdict.ts';
import type { ReasonCounts } from '../../rules/tally.ts';

/** What asking again has changed of distinct addresses. */
export interface Changes {
  /** Whose verdict is another one. */
  readonly changed: number;
  /** That were valid, and are invalid. */
  readonly gone: number;
  /** That were not valid, and are. */
  readonly gained: number;
}

interface Answer {
  readonly status: VerdictStatus;
  readonly reason: VerdictReason;
}

/** Counts former answers and what became of them. */
export function createChanges() {
  const former: ReasonCounts = {};
  const counts = { changed: 0, gone: 0, gained: 0 };
  return {
    /** The reasons of the answers that were replaced. */
    former,
    counts: counts as Changes,
    /** An address is taken out. */
    remove({ reason }: Answer): void {
      former[reason] = (former[reason] ?? 0) + 1;
    },
    add(before: Answer, after: Answer): void {
      former[before.reason] = (former[before.reason] ?? 0) + 1;
      if (before.status === after.status) return;
      counts.changed += 1;
      if (after.status === 'deliverable') counts.gained += 1;
      if (before.status === 'deliverable' && after.status === 'undeliverable') counts.gone += 1;
    },
  };
}

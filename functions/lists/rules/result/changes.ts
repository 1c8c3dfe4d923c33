import type { TableVerdict } from './verdict-table.ts';
import type { ReasonCounts } from '../verdict-counts.ts';

type AnsweredRow = Pick<TableVerdict, 'reason' | 'status'>;

/** Counts distinct addresses by their previous verdicts and by how their verdicts changed. */
export interface ChangeCounter {
  readonly previous: ReasonCounts;
  /**
   * Numbers of addresses whose status changed: in any way (`changed`), from valid to invalid
   * (`gone`), and to valid (`gained`).
   */
  readonly counts: { changed: number; gone: number; gained: number };
  /** Number of addresses appended to the list. */
  readonly appended: { joined: number };
  append(): void;
  replace(before: AnsweredRow, after: AnsweredRow): void;
}

export function createChangeCounter(): ChangeCounter {
  const previous: ReasonCounts = {};
  const counts = { changed: 0, gone: 0, gained: 0 };
  const appended = { joined: 0 };
  return {
    previous,
    counts,
    appended,
    append() {
      appended.joined += 1;
    },
    replace(before, after) {
      previous[before.reason] = (previous[before.reason] ?? 0) + 1;
      if (before.status === after.status) return;
      counts.changed += 1;
      if (after.status === 'deliverable') counts.gained += 1;
      if (before.status === 'deliverable' && after.status === 'undeliverable') counts.gone += 1;
    },
  };
}

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
  /** Numbers of addresses that edits added or removed. */
  readonly edited: { added: number; removed: number };
  /** Number of duplicate rows removed together with their address. */
  readonly duplicates: { removed: number };
  append(): void;
  remove(before: AnsweredRow): void;
  replace(before: AnsweredRow, after: AnsweredRow): void;
}

export function createChangeCounter(): ChangeCounter {
  const previous: ReasonCounts = {};
  const counts = { changed: 0, gone: 0, gained: 0 };
  const edited = { added: 0, removed: 0 };
  const duplicates = { removed: 0 };
  const countPrevious = ({ reason }: AnsweredRow): void => {
    previous[reason] = (previous[reason] ?? 0) + 1;
  };
  return {
    previous,
    counts,
    edited,
    duplicates,
    append() {
      edited.added += 1;
    },
    remove(before) {
      countPrevious(before);
      edited.removed += 1;
    },
    replace(before, after) {
      countPrevious(before);
      if (before.status === after.status) return;
      counts.changed += 1;
      if (after.status === 'deliverable') counts.gained += 1;
      if (before.status === 'deliverable' && after.status === 'undeliverable') counts.gone += 1;
    },
  };
}

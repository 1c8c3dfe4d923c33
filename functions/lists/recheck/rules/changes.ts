import type { SheetVerdict } from '../../result/rules/verdict-sheet.ts';
import type { ReasonCounts } from '../../rules/tally.ts';

type Answer = Pick<SheetVerdict, 'reason' | 'status'>;

/** Counts distinct addresses by their former answers, and by what became of those. */
export function createChanges() {
  const former: ReasonCounts = {};
  /** Another verdict; valid before and invalid now; valid now and not before. */
  const counts = { changed: 0, gone: 0, gained: 0 };
  /** By edits. */
  const edited = { added: 0, removed: 0 };
  /** Further rows of addresses that are removed. */
  const duplicates = { removed: 0 };
  const leave = ({ reason }: Answer): void => {
    former[reason] = (former[reason] ?? 0) + 1;
  };
  return {
    former,
    counts,
    edited,
    duplicates,
    append(): void {
      edited.added += 1;
    },
    remove(before: Answer): void {
      leave(before);
      edited.removed += 1;
    },
    replace(before: Answer, after: Answer): void {
      leave(before);
      if (before.status === after.status) return;
      counts.changed += 1;
      if (after.status === 'deliverable') counts.gained += 1;
      if (before.status === 'deliverable' && after.status === 'undeliverable') counts.gone += 1;
    },
  };
}

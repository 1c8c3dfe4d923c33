import type { ListDetail, ListRow } from '../../../../../../shared/contract/lists.ts';
import { CREDITS_PER_EMAIL } from '../../../../../../shared/model/credits.ts';
import { isShort, isUnread } from '../../row/status-view.ts';
import { isUnderWay, type Item } from './reduce.ts';

/**
 * Credits, at most, that nothing is set aside for: of the lists that wait for them, and of the
 * confirmed files that are no list yet, or one that nobody has read.
 * @param rows the newest lists
 * @param short lists that wait, of which more is known: a first look has set some aside
 */
export function creditsAsked(
  items: readonly Item[],
  rows: readonly ListRow[],
  short: readonly ListDetail[],
): number {
  let asked = 0;
  const needed = new Map(short.map((list) => [list.id, list.credits_needed]));
  // Of a list in both, the row is the newer one.
  for (const row of new Map([...short, ...rows].map((each) => [each.id, each])).values())
    if (isShort(row))
      asked += needed.get(row.id) ?? (row.total_email - row.processed) * CREDITS_PER_EMAIL;
  for (const item of items) {
    const { phase, credits = 0 } = item;
    const row = phase.name === 'sent' ? rows.find(({ id }) => id === phase.listId) : undefined;
    const isToRead = phase.name === 'sent' && (!row || isUnread(row));
    if (isUnderWay(item) || isToRead) asked += credits;
  }
  return asked;
}

import type { ListDetail, ListRow } from '../../../../../../shared/contract/lists.ts';
import { CREDITS_PER_EMAIL } from '../../../../../../shared/model/credits.ts';
import { isShort, isUnread } from '../../row/status-view.ts';
import { isUnderWay, type Item } from './reduce.ts';

/**
 * Maximum credits not reserved yet: for lists that wait for credits, and for confirmed files whose
 * list does not exist or is not ingested yet.
 * @param rows the newest lists
 * @param short details of waiting lists, because a preview has reserved some credits
 */
export function creditsAsked(
  items: readonly Item[],
  rows: readonly ListRow[],
  short: readonly ListDetail[],
): number {
  let asked = 0;
  const needed = new Map(short.map((list) => [list.id, list.credits_needed]));
  // If a list is in both, the row is newer.
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

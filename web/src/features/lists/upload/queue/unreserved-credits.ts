import type { ListDetail, ListSummary } from '../../../../../../shared/contract/list-detail.ts';
import { CREDITS_PER_EMAIL } from '../../../../../../shared/model/credits.ts';
import { isShortOfCredits, isBeforeIngest } from '../../row/status-view.ts';
import { isUploading, type UploadItem } from './reduce.ts';

/**
 * Returns the maximum credits that are needed but not reserved yet: by lists that wait for credits,
 * and by confirmed files whose list does not exist or is not ingested yet.
 * @param rows the newest lists
 * @param waitingLists details of the lists that wait, because a preview has reserved some credits
 */
export function unreservedCredits(
  items: readonly UploadItem[],
  rows: readonly ListSummary[],
  waitingLists: readonly ListDetail[],
): number {
  let total = 0;
  const needed = new Map(waitingLists.map((list) => [list.id, list.credits_needed]));
  // The rows override the details of the same list, because they are newer.
  for (const row of new Map([...waitingLists, ...rows].map((each) => [each.id, each])).values())
    if (isShortOfCredits(row))
      total += needed.get(row.id) ?? (row.total_email - row.processed) * CREDITS_PER_EMAIL;
  for (const item of items) {
    const { phase, credits = 0 } = item;
    const row = phase.name === 'sent' ? rows.find(({ id }) => id === phase.listId) : undefined;
    const isPendingIngest = phase.name === 'sent' && (!row || isBeforeIngest(row));
    if (isUploading(item) || isPendingIngest) total += credits;
  }
  return total;
}

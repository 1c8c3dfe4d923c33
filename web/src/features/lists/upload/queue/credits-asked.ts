import type { ListRow } from '../../../../../../shared/contract/lists.ts';
import { CREDITS_PER_EMAIL } from '../../../../../../shared/model/credits.ts';
import { LIST_STATUS } from '../../../../../../shared/model/list-status.ts';
import { isUnderWay, type Item } from './reduce.ts';

/**
 * Credits, at most, that nothing is set aside for: of the lists that wait for them, and of the
 * confirmed files that are no list yet, or one that nobody has read.
 */
export function creditsAsked(items: readonly Item[], rows: readonly ListRow[]): number {
  let asked = 0;
  for (const { reason, total_email: total, processed } of rows)
    if (reason === 'insufficient_credit') asked += (total - processed) * CREDITS_PER_EMAIL;
  for (const item of items) {
    const { phase, credits = 0 } = item;
    const row = phase.name === 'sent' ? rows.find(({ id }) => id === phase.listId) : undefined;
    const isUnread = phase.name === 'sent' && (row?.status ?? 0) <= LIST_STATUS.initialization;
    if (isUnderWay(item) || isUnread) asked += credits;
  }
  return asked;
}

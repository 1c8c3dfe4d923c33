import type { Db, Item, TransactionStep } from '../../platform/dynamo/db.ts';
import { queryDueItems } from '../../platform/dynamo/query-due-items.ts';
import { putWrite, where } from '../../platform/dynamo/expression.ts';
import type { Key } from '../../platform/dynamo/key.ts';
import type { List } from '../rules/list.ts';
import { type PendingList, storedPendingList } from '../rules/next-review.ts';
import { DUE_PREFIX, dueSortKeyUpperBound, PENDING_LISTS, pendingListKey } from './keys.ts';

const keyOf = ({ listId, deleted, due }: PendingList): Key => pendingListKey(listId, deleted, due);

export const newPendingList = (
  { userId, listId }: Pick<List, 'userId' | 'listId'>,
  now: number,
  delayMs: number,
  deleted = false,
): PendingList => ({ userId, listId, since: now, deleted, due: now + delayMs });

export const toPendingListItem = (pending: PendingList): Item & Key => ({
  ...keyOf(pending),
  ...pending,
});

export const createPendingListWrite = (pending: PendingList): TransactionStep =>
  putWrite(toPendingListItem(pending));

/** Lists that still need a review, in a few partitions, each sorted by due time. */
export interface PendingLists {
  /**
   * Yields items due by `dueBy` (epoch milliseconds), longest overdue first; possibly several per
   * list.
   */
  pendingItems(dueBy?: number): AsyncIterable<PendingList>;
  scheduleReview(pending: PendingList, due: number): Promise<PendingList>;
  endReview(pending: PendingList): Promise<void>;
}

export const createPendingLists = (db: Db): PendingLists => ({
  pendingItems: (dueBy) =>
    queryDueItems(db, storedPendingList, PENDING_LISTS, {
      prefix: DUE_PREFIX,
      ...(dueBy !== undefined && { to: dueSortKeyUpperBound(dueBy) }),
    }),

  async scheduleReview(pending, due) {
    const scheduled = { ...pending, due };
    // Put before delete: an extra entry causes an extra review, but a missing one loses the list.
    await db.put(toPendingListItem(scheduled));
    await db.delete(keyOf(pending), where({ since: pending.since }));
    return scheduled;
  },

  async endReview(pending) {
    // An entry with another `since` has replaced this one and must be kept.
    await db.delete(keyOf(pending), where({ since: pending.since }));
  },
});

import type { Db, Item, TransactionStep } from '../../platform/dynamo/db.ts';
import { dueItems } from '../../platform/dynamo/due-items.ts';
import { putWrite, where } from '../../platform/dynamo/expression.ts';
import type { Key } from '../../platform/dynamo/key.ts';
import type { List } from '../rules/list.ts';
import { type PendingList, storedPendingList } from '../rules/next-review.ts';
import { DUE_PREFIX, dueUpTo, PENDING_LISTS, pendingListKey } from './keys.ts';

const keyOf = ({ listId, deleted, due }: PendingList): Key => pendingListKey(listId, deleted, due);

/** A list to review `inMs` from now. */
export const pendingList = (
  { userId, listId }: Pick<List, 'userId' | 'listId'>,
  now: number,
  inMs: number,
  deleted = false,
): PendingList => ({ userId, listId, since: now, deleted, due: now + inMs });

export const pendingListItem = (pending: PendingList): Item & Key => ({
  ...keyOf(pending),
  ...pending,
});

export const pendingListWrite = (pending: PendingList): TransactionStep =>
  putWrite(pendingListItem(pending));

/** Lists that are still to be reviewed, in a few partitions, each by when its lists are due. */
export interface PendingLists {
  /** Those due by then (epoch milliseconds), or all, the longest due first. One may come twice. */
  pendingItems(dueBy?: number): AsyncIterable<PendingList>;
  /** Reviews it again from `due` on, later than so far. Returns how it is noted now. */
  scheduleReview(pending: PendingList, due: number): Promise<PendingList>;
  endReview(pending: PendingList): Promise<void>;
}

export const createPendingLists = (db: Db): PendingLists => ({
  pendingItems: (dueBy) =>
    dueItems(db, storedPendingList, PENDING_LISTS, {
      prefix: DUE_PREFIX,
      ...(dueBy !== undefined && { to: dueUpTo(dueBy) }),
    }),

  async scheduleReview(pending, due) {
    const scheduled = { ...pending, due };
    // In this order: a list that is noted twice is reviewed twice, one that is not is lost.
    await db.put(pendingListItem(scheduled));
    await db.delete(keyOf(pending), where({ since: pending.since }));
    return scheduled;
  },

  async endReview(pending) {
    // Where another item stands under the same key, the list was deleted meanwhile.
    await db.delete(keyOf(pending), where({ since: pending.since }));
  },
});

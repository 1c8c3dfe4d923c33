import * as z from 'zod/mini';
import type { Db, Item, WriteItem } from '../../platform/dynamo/db.ts';
import { where } from '../../platform/dynamo/expression.ts';
import { type Key, PENDING_PARTITION } from '../../platform/dynamo/key.ts';
import { mergeSorted } from '../../platform/merge-sorted.ts';
import type { Lists, PendingList } from '../ports.ts';
import {
  DUE_PREFIX,
  dueUpTo,
  FORMER_PENDING_PREFIX,
  formerPendingListKey,
  PENDING_SHARDS,
  pendingListKey,
  pendingPartition,
} from './keys.ts';

const stored: z.ZodMiniType<PendingList> = z.object({
  userId: z.string(),
  listId: z.string(),
  since: z.number(),
  deleted: z.boolean(),
  due: z.optional(z.number()),
});

/** A list to be looked at from `due` on, epoch milliseconds. */
export type DueList = PendingList & { readonly due: number };

const keyOf = ({ listId, deleted, due }: PendingList): Key =>
  due === undefined ? formerPendingListKey(listId) : pendingListKey(listId, deleted, due);

export const pendingListItem = (pending: DueList): Item & Key => ({
  ...keyOf(pending),
  ...pending,
});

/** Notes a list as pending, as part of a transaction. */
export const pendingListWrite = (table: string, pending: DueList): WriteItem => ({
  Put: { TableName: table, Item: pendingListItem(pending) },
});

const byDue = (a: Item, b: Item): number => (String(a['SK']) < String(b['SK']) ? -1 : 1);

/** Lists that are not at rest, in a few partitions, each by when its lists are due. */
export const createPendingLists = (
  db: Db,
): Pick<Lists, 'pendingItems' | 'postpone' | 'forget'> => ({
  async *pendingItems(dueBy) {
    const former = db.query({ partition: PENDING_PARTITION, prefix: FORMER_PENDING_PREFIX });
    for await (const item of former) yield stored.parse(item);

    const shards = Array.from({ length: PENDING_SHARDS }, (_, shard) =>
      db.query({
        partition: pendingPartition(shard),
        prefix: DUE_PREFIX,
        ...(dueBy !== undefined && { to: dueUpTo(dueBy) }),
      }),
    );
    for await (const item of mergeSorted(shards, byDue)) yield stored.parse(item);
  },

  async postpone(pending, due) {
    const postponed = { ...pending, due };
    // In this order: a list that is noted twice is looked at twice, one that is not is lost.
    await db.put(pendingListItem(postponed));
    await db.remove(keyOf(pending), where({ since: pending.since }));
    return postponed;
  },

  async forget(pending) {
    // Where another item stands under the same key, the list was deleted meanwhile.
    await db.remove(keyOf(pending), where({ since: pending.since }));
  },
});

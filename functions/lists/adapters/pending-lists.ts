import * as z from 'zod/mini';
import type { Db, Item } from '../../platform/dynamo/db.ts';
import { where } from '../../platform/dynamo/expression.ts';
import { type Key, PENDING_PARTITION } from '../../platform/dynamo/key.ts';
import type { Lists, PendingList } from '../ports.ts';
import { pendingListKey } from './keys.ts';

const stored: z.ZodMiniType<PendingList> = z.object({
  userId: z.string(),
  listId: z.string(),
  since: z.number(),
  deleted: z.boolean(),
});

export const pendingListItem = (pending: PendingList): Item & Key => ({
  ...pendingListKey(pending.listId),
  ...pending,
});

/** Lists that are not at rest, in one partition. */
export const createPendingLists = (db: Db): Pick<Lists, 'pendingItems' | 'forget'> => ({
  async *pendingItems() {
    for await (const item of db.query({ partition: PENDING_PARTITION, prefix: 'LIST#' }))
      yield stored.parse(item);
  },

  async forget({ listId, since }) {
    // If the list was deleted meanwhile, another item stands under the same key.
    await db.remove(pendingListKey(listId), where({ since }));
  },
});

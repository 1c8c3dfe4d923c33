import type { Db } from '../../platform/dynamo/db.ts';
import { userPartition } from '../../platform/dynamo/key.ts';
import type { List } from '../rules/list.ts';
import { RECHECK_SEPARATOR } from '../rules/recheck-id.ts';
import { listKey, listOwnerKey, RECHECK_PREFIX } from './keys.ts';
import { listFromItem } from './list-item.ts';

export interface ListReader {
  get(userId: string, listId: string): Promise<List | undefined>;
  /** The owner of a list: a user, or the separate owner of a test key's lists. */
  findOwner(listId: string): Promise<string | undefined>;
  /** The existing lists among these ids, by id; eventually consistent. */
  getMany(userId: string, listIds: readonly string[]): Promise<ReadonlyMap<string, List>>;
  /** Every list of a user, newest first. Reads all pages, so use it only for rare operations. */
  list(userId: string): Promise<List[]>;
  /** Every list and recheck of a user, newest first. */
  listWithRechecks(userId: string): Promise<List[]>;
  /** The rechecks of a list, oldest first. The list itself may be deleted. */
  rechecksOf(userId: string, listId: string): Promise<List[]>;
}

/** List ids sort by time but recheck ids do not, so dates are compared first. */
const byCreation = (a: List, b: List): number =>
  a.createdAt < b.createdAt || (a.createdAt === b.createdAt && a.listId < b.listId) ? -1 : 1;

export function createListReader(db: Db): ListReader {
  async function listByPrefix(userId: string, prefix: string): Promise<List[]> {
    const query = { partition: userPartition(userId), prefix, descending: true };
    return (await Array.fromAsync(db.query(query))).map(listFromItem);
  }

  return {
    async get(userId, listId) {
      const item = await db.get(listKey(userId, listId));
      return item && listFromItem(item);
    },

    async findOwner(listId) {
      const userId = (await db.get(listOwnerKey(listId)))?.['userId'];
      return typeof userId === 'string' ? userId : undefined;
    },

    async getMany(userId, listIds) {
      const items = await db.batchGet(listIds.map((listId) => listKey(userId, listId)));
      return new Map(items.map(listFromItem).map((list) => [list.listId, list]));
    },

    list: (userId) => listByPrefix(userId, 'LIST#'),

    async listWithRechecks(userId) {
      const found = [
        ...(await listByPrefix(userId, 'LIST#')),
        ...(await listByPrefix(userId, RECHECK_PREFIX)),
      ];
      return found.toSorted(byCreation).toReversed();
    },

    rechecksOf: async (userId, listId) =>
      (await listByPrefix(userId, `${RECHECK_PREFIX}${listId}${RECHECK_SEPARATOR}`)).toSorted(
        byCreation,
      ),
  };
}

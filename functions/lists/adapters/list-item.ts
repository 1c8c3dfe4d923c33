import { LIST_STATUS } from '../../../shared/model/list-status.ts';
import { VERDICT_REASONS } from '../../../shared/model/verdict.ts';
import type { Db, Expression, Item, TransactionStep } from '../../platform/dynamo/db.ts';
import { putWrite, updateExpression, updateWrite } from '../../platform/dynamo/expression.ts';
import { type List, storedList } from '../rules/list.ts';
import type { ReasonCounts } from '../rules/verdict-counts.ts';
import {
  listCountKey,
  listKey,
  listOwnerKey,
  PAUSED_PREFIX,
  pausedListKey,
  RECHECK_PREFIX,
} from './keys.ts';
import { userPartition } from '../../platform/dynamo/key.ts';
import { RECHECK_SEPARATOR } from '../rules/recheck-id.ts';

/** Counters are top-level attributes, because DynamoDB's ADD does not support nested attributes. */
const reasonAttribute = (reason: string): string => `r_${reason}`;

export const toListAttributes = ({ reasons = {}, ...attributes }: Partial<List>): Item => ({
  ...attributes,
  ...toReasonCounters(reasons),
});

export const toReasonCounters = (reasons: ReasonCounts): Record<string, number> =>
  Object.fromEntries(
    Object.entries(reasons).map(([reason, count]) => [reasonAttribute(reason), count]),
  );

export function listFromItem(item: Item): List {
  const reasons: ReasonCounts = {};
  for (const reason of VERDICT_REASONS) {
    const count = item[reasonAttribute(reason)];
    if (typeof count === 'number' && count > 0) reasons[reason] = count;
  }
  return { ...storedList.parse(item), reasons };
}

/** Also increments the version, for optimistic locking. */
export const createListUpdateExpression = (
  to: Partial<List>,
  add: Readonly<Record<string, number>> = {},
) => updateExpression(toListAttributes(to), { version: 1, ...add });

/** This write belongs in the transaction that creates or deletes a list. */
export const createListCountWrite = (userId: string, change: 1 | -1): TransactionStep =>
  updateWrite(listCountKey(userId), updateExpression({}, { total: change }));

/** This write belongs in the transaction that pauses a list. */
export const createPausedWrite = (list: List): TransactionStep =>
  putWrite({ ...pausedListKey(list), listId: list.listId });

/** Returns the updated list, or undefined if the condition is not met. */
export async function changeList(
  db: Db,
  { userId, listId }: Pick<List, 'userId' | 'listId'>,
  change: Expression,
  condition: Expression,
): Promise<List | undefined> {
  const item = await db.update(listKey(userId, listId), change, condition);
  return item && listFromItem(item);
}

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
  /** Yields every paused list and recheck of a user, oldest first. */
  listPaused(userId: string): AsyncIterable<List>;
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

  async function get(userId: string, listId: string): Promise<List | undefined> {
    const item = await db.get(listKey(userId, listId));
    return item && listFromItem(item);
  }

  return {
    get,

    async *listPaused(userId) {
      const query = { partition: userPartition(userId), prefix: PAUSED_PREFIX };
      for await (const { listId } of db.query(query)) {
        const list = await get(userId, String(listId));
        if (list?.status === LIST_STATUS.paused) yield list;
      }
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

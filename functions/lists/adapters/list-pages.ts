import { encodeTime, TIME_LEN } from 'ulid';
import type { Lists } from '../ports.ts';
import type { Db, WriteItem } from '../../platform/dynamo/db.ts';
import { userPartition } from '../../platform/dynamo/key.ts';
import { readPage } from '../../platform/paging.ts';
import { listCountKey, listKey } from './keys.ts';
import { listOf } from './list-item.ts';

/** The number of a user's lists, kept by the transactions that add and delete one. */
export interface ListCount {
  /** The number, counted where nothing has kept it so far. */
  read(userId: string): Promise<number>;
  /** Part of a transaction; fails its condition unless `read` was called once before. */
  write(userId: string, change: 1 | -1): WriteItem;
}

export function createListCount(db: Db): ListCount {
  const kept = async (userId: string): Promise<number | undefined> => {
    const total = (await db.get(listCountKey(userId)))?.['total'];
    return typeof total === 'number' ? total : undefined;
  };

  const listCount: ListCount = {
    async read(userId) {
      const before = await kept(userId);
      if (before !== undefined) return before;
      // No list comes or goes without the count, so what is counted stays right until it is kept.
      const total = await db.count({ partition: userPartition(userId), prefix: 'LIST#' });
      const counted = { ...listCountKey(userId), total };
      if (await db.put(counted, { text: 'attribute_not_exists(PK)' })) return total;
      return listCount.read(userId);
    },

    write: (userId, change) => ({
      Update: {
        TableName: db.table,
        Key: { ...listCountKey(userId) },
        UpdateExpression: 'ADD #total :change',
        ConditionExpression: 'attribute_exists(PK)',
        ExpressionAttributeNames: { '#total': 'total' },
        ExpressionAttributeValues: { ':change': change },
      },
    }),
  };
  return listCount;
}

/** The first id that is given in the millisecond `now`: ids are ULIDs and sort by time. */
const firstId = (now: number): string => encodeTime(now, TIME_LEN);

/** Lists page by page: the kept count tells how many there are, a day's are counted. */
export const createListPages = (db: Db, listCount: ListCount): Pick<Lists, 'page'> => ({
  async page(userId, { since, newestFirst, ...wish }) {
    const query = {
      partition: userPartition(userId),
      prefix: 'LIST#',
      descending: newestFirst,
      ...(since !== undefined && { from: listKey(userId, firstId(since)).SK }),
    };
    const total = since === undefined ? await listCount.read(userId) : await db.count(query);
    const page = await readPage(db, query, wish, total);
    return { ...page, data: page.data.map(listOf) };
  },
});

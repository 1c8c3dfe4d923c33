import type { Db } from '../../platform/dynamo/db.ts';
import { changes, exists } from '../../platform/dynamo/expression.ts';
import { key, userPartition } from '../../platform/dynamo/key.ts';
import { accountingEnd, retentionOf } from '../rules/retention.ts';

/**
 * The items below a user on the single table. It goes by what is kept, so that an item which a
 * feature adds one day is deleted unless somebody decides otherwise.
 */
export interface PersonalItems {
  /**
   * Deletes everything below the user but what the rules of retention keep, and gives what is kept
   * its end, counted from `closedAt` (ISO 8601). Lists are left to those who know their credits.
   */
  erase(userId: string, closedAt: string): Promise<void>;
}

export const createPersonalItems = (db: Db): PersonalItems => ({
  async erase(userId, closedAt) {
    const partition = userPartition(userId);
    for await (const item of db.query({ partition })) {
      const sortKey = String(item['SK']);
      const retention = retentionOf(sortKey);
      if (retention === 'deleted') await db.delete(key(partition, sortKey));
      if (retention === 'kept' && item['ttl'] === undefined)
        await db.update(key(partition, sortKey), changes({ ttl: accountingEnd(closedAt) }), exists);
    }
  },
});

import type { Db } from '../../platform/dynamo/db.ts';
import { changes, exists } from '../../platform/dynamo/expression.ts';
import { key, userPartition } from '../../platform/dynamo/key.ts';
import { accountingEnd, retentionOf } from '../rules/retention.ts';

/**
 * Items of a user on the single table. Retention lists what to keep, so that an item added by a new
 * feature is deleted unless somebody decides otherwise.
 */
export interface PersonalItems {
  /**
   * Deletes all items of the user except those that the retention rules keep, and sets the expiry
   * of these, counted from `closedAt` (ISO 8601). Lists are deleted elsewhere, because their
   * reserved credits must be released.
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

import type { Db } from '../../platform/dynamo/db.ts';
import { changes, exists } from '../../platform/dynamo/expression.ts';
import { forEach } from '../../platform/for-each.ts';
import { key, userPartition } from '../../platform/dynamo/key.ts';
import { accountingEnd, retentionOf } from '../rules/retention.ts';

/** Writes at a time: an account with millions of entries must end within a few runs. */
const CONCURRENCY = 32;

/** Deletes what the retention rules do not list, including items of a new feature. */
export interface PersonalItems {
  /**
   * Deletes all items of a user except those that the retention rules keep. These expire after the
   * legal retention period, counted from `closedAt` (ISO 8601). Does not delete lists, because
   * their reserved credits must be released first.
   */
  erase(userId: string, closedAt: string): Promise<void>;
}

export const createPersonalItems = (db: Db): PersonalItems => ({
  async erase(userId, closedAt) {
    const partition = userPartition(userId);
    await forEach(db.query({ partition }), CONCURRENCY, async (item) => {
      const sortKey = String(item['SK']);
      const retention = retentionOf(sortKey);
      if (retention === 'deleted') await db.delete(key(partition, sortKey));
      if (retention === 'kept' && item['ttl'] === undefined)
        await db.update(key(partition, sortKey), changes({ ttl: accountingEnd(closedAt) }), exists);
    });
  },
});

import type { Db } from '../../platform/dynamo/db.ts';
import { key, userPartition } from '../../platform/dynamo/key.ts';
import type { PersonalItems } from '../ports.ts';
import { accountingEnd, retentionOf } from '../rules/retention.ts';

/**
 * The items below a user on the single table. It goes by what is kept, so that an item which a
 * feature adds one day is deleted unless somebody decides otherwise.
 */
export const createPersonalItems = (db: Db): PersonalItems => ({
  async erase(userId, closedAt) {
    const partition = userPartition(userId);
    for await (const item of db.query({ partition })) {
      const sortKey = String(item['SK']);
      const retention = retentionOf(sortKey);
      if (retention === 'deleted') await db.remove(key(partition, sortKey));
      if (retention === 'kept' && item['ttl'] === undefined)
        await db.update(
          key(partition, sortKey),
          {
            text: 'SET #ttl = :end',
            names: { '#ttl': 'ttl' },
            values: { ':end': accountingEnd(closedAt) },
          },
          { text: 'attribute_exists(PK)' },
        );
    }
  },
});

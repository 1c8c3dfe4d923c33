import type { Db, Item } from '../../platform/dynamo/db.ts';
import { updateExpression, itemExists } from '../../platform/dynamo/expression.ts';
import { forEachConcurrently } from '../../platform/for-each-concurrently.ts';
import { activityPartition, type Key, key, userPartition } from '../../platform/dynamo/key.ts';
import { accountingExpirySeconds, retentionOf } from '../rules/retention.ts';

/** Maximum concurrent writes: enough to erase millions of entries in a few runs. */
const CONCURRENCY = 32;

export interface PersonalItems {
  /**
   * Returns a function that yields data of the owners' items in key order, starting after the key
   * `after` if given. Omits items whose data is undefined.
   * @param prefix of the sort keys to read; all items by default
   */
  rows<T>(
    owners: readonly string[],
    prefix: string | undefined,
    dataOf: (item: Item) => T | undefined,
  ): (after?: Key) => AsyncIterable<readonly [key: Key, data: T]>;
  /**
   * Deletes all items of owners except the items that the retention rules keep. This includes items
   * of features added later. Kept items expire after the legal retention period, counted from
   * `closedAt` (ISO 8601). Does not delete lists, whose reserved credits must be released first. If
   * `isLate` stops the run, returns the key of the last item that the run processed.
   */
  erase(
    owners: readonly string[],
    closedAt: string,
    run: { readonly after: Key | undefined; readonly isLate: () => boolean },
  ): Promise<Key | undefined>;
}

export function createPersonalItems(db: Db): PersonalItems {
  const rows: PersonalItems['rows'] = (owners, prefix, dataOf) =>
    async function* (after) {
      const partitions = owners.flatMap((owner) => [
        userPartition(owner),
        activityPartition(owner),
      ]);
      for (const partition of partitions.slice(Math.max(0, partitions.indexOf(after?.PK ?? '')))) {
        const first = partition === after?.PK ? after.SK : undefined;
        for await (const item of db.query({ partition, prefix, after: first })) {
          const data = dataOf(item);
          if (data !== undefined) yield [key(partition, String(item['SK'])), data];
        }
      }
    };

  return {
    rows,

    async erase(owners, closedAt, { after, isLate }) {
      let last: Key | undefined;
      async function* itemsInTime() {
        for await (const item of rows(owners, undefined, ({ ttl }) => ttl ?? null)(after)) {
          yield item;
          if (!isLate()) continue;
          [last] = item;
          return;
        }
      }
      await forEachConcurrently(itemsInTime(), CONCURRENCY, async ([itemKey, ttl]) => {
        const retention = retentionOf(itemKey.SK);
        if (retention === 'deleted') await db.delete(itemKey);
        if (retention === 'kept' && ttl === null)
          await db.update(
            itemKey,
            updateExpression({ ttl: accountingExpirySeconds(closedAt) }),
            itemExists,
          );
      });
      return last;
    },
  };
}

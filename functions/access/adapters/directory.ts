import type { Directory, DirectoryChange } from '../ports.ts';
import type { DirectoryRow } from '../rules/directory-row.ts';
import type { Db } from '../../platform/dynamo/db.ts';
import { DIRECTORY_COLUMNS, rowOf } from './directory-item.ts';
import {
  DIRECTORY_CHANGES,
  DIRECTORY_PREFIX,
  DIRECTORY_SHARDS,
  directoryKey,
  directoryPartition,
} from './keys.ts';

/** The directory on the single table, as `directoryWrites` keeps it. */
export function createDirectory(db: Db): Directory {
  async function shard(number: number): Promise<DirectoryRow[]> {
    const rows: DirectoryRow[] = [];
    const items = db.query({
      partition: directoryPartition(number),
      prefix: DIRECTORY_PREFIX,
      projection: DIRECTORY_COLUMNS,
    });
    for await (const item of items) rows.push(rowOf(item));
    return rows;
  }

  return {
    async all() {
      const numbers = Array.from({ length: DIRECTORY_SHARDS }, (_, number) => number);
      return (await Promise.all(numbers.map((number) => shard(number)))).flat();
    },

    async changes(since) {
      const found: DirectoryChange[] = [];
      const from = new Date(since).toISOString();
      const items = db.query({ partition: DIRECTORY_CHANGES, prefix: '', from });
      for await (const { SK, count, userId } of items)
        found.push({ mark: `${String(SK)}#${String(count)}`, userId: String(userId) });
      return found;
    },

    async read(userIds) {
      const keys = [...new Set(userIds)].map((id) => directoryKey(id));
      return (await db.batchGet(keys, { consistent: true })).map((item) => rowOf(item));
    },
  };
}

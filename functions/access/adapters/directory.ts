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
export function createDirectory(db: Db) {
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
    async list(): Promise<DirectoryRow[]> {
      const numbers = Array.from({ length: DIRECTORY_SHARDS }, (_, number) => number);
      return (await Promise.all(numbers.map((number) => shard(number)))).flat();
    },

    /** Who was changed since a moment (epoch milliseconds) that is less than a day ago. */
    async changes(since: number): Promise<string[]> {
      const found: string[] = [];
      const from = new Date(since).toISOString();
      const items = db.query({ partition: DIRECTORY_CHANGES, prefix: '', from });
      for await (const { userId } of items) found.push(String(userId));
      return found;
    },

    /** Customers by id, in no particular order; who is gone is left out. */
    async read(userIds: readonly string[]): Promise<DirectoryRow[]> {
      const keys = [...new Set(userIds)].map((id) => directoryKey(id));
      return (await db.batchGet(keys, { consistent: true })).map((item) => rowOf(item));
    },
  };
}

/**
 * Every customer in brief, kept in the transactions that change them: one who was created, renamed,
 * switched or erased is so in the very next read. Reads are strongly consistent.
 */
export type Directory = ReturnType<typeof createDirectory>;

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

/** That something about a customer in the directory was changed, not what. */
interface DirectoryChange {
  /** Another one for each change; they sort by their time. */
  readonly mark: string;
  /** `all`: many at once, so that the whole directory has to be read again. */
  readonly userId: string;
}

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

    /** The changes that were begun at `since` (epoch milliseconds) or later, kept for a day. */
    async changes(since: number): Promise<DirectoryChange[]> {
      const found: DirectoryChange[] = [];
      const from = new Date(since).toISOString();
      const items = db.query({ partition: DIRECTORY_CHANGES, prefix: '', from });
      for await (const { SK, count, userId } of items)
        found.push({ mark: `${String(SK)}#${String(count)}`, userId: String(userId) });
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

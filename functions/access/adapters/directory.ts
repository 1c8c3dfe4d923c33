import type { DirectoryRow } from '../rules/directory-row.ts';
import type { Db } from '../../platform/dynamo/db.ts';
import { DIRECTORY_PROJECTION, parseDirectoryRow } from './directory-item.ts';
import {
  DIRECTORY_CHANGES_PARTITION,
  DIRECTORY_SORT_KEY_PREFIX,
  DIRECTORY_SHARDS,
  directoryKey,
  directoryPartition,
} from './keys.ts';

/**
 * A short row for each customer. The transaction that changes a customer also updates the row.
 * Because reads are strongly consistent, the next read includes the change.
 */
export interface Directory {
  list(): Promise<DirectoryRow[]>;
  /** Ids of customers changed since a time (epoch milliseconds) less than a day ago. */
  changes(since: number): Promise<string[]>;
  /** Rows of customers, in no particular order, without deleted customers. */
  read(userIds: readonly string[]): Promise<DirectoryRow[]>;
}

export function createDirectory(db: Db): Directory {
  function readShard(number: number): Promise<DirectoryRow[]> {
    const items = db.query({
      partition: directoryPartition(number),
      prefix: DIRECTORY_SORT_KEY_PREFIX,
      projection: DIRECTORY_PROJECTION,
    });
    return Array.fromAsync(items, parseDirectoryRow);
  }

  return {
    async list() {
      const shards = Array.from({ length: DIRECTORY_SHARDS }, (_, number) => readShard(number));
      return (await Promise.all(shards)).flat();
    },

    changes(since) {
      const from = new Date(since).toISOString();
      const items = db.query({ partition: DIRECTORY_CHANGES_PARTITION, prefix: '', from });
      return Array.fromAsync(items, ({ userId }) => String(userId));
    },

    async read(userIds) {
      const keys = [...new Set(userIds)].map((id) => directoryKey(id));
      return (await db.batchGet(keys, { consistent: true })).map((item) => parseDirectoryRow(item));
    },
  };
}

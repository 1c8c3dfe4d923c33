import * as z from 'zod/mini';
import { USER_STATUS } from '../../../shared/model/account.ts';
import type { Directory } from '../ports.ts';
import type { DirectoryRow } from '../rules/directory-row.ts';
import type { Db, Item } from '../../platform/dynamo/db.ts';
import { DIRECTORY_CHANGES, DIRECTORY_SHARDS, directoryKey, directoryPartition } from './keys.ts';

const stored: z.ZodMiniType<DirectoryRow> = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  status: z.enum(USER_STATUS),
  createdAt: z.string(),
});

const rowOf = (item: Item): DirectoryRow => stored.parse(item);

/** The directory on the single table, as `directoryWrites` keeps it. */
export function createDirectory(db: Db): Directory {
  async function shard(number: number): Promise<DirectoryRow[]> {
    const rows: DirectoryRow[] = [];
    const partition = directoryPartition(number);
    for await (const item of db.query({ partition, prefix: 'USER#' })) rows.push(rowOf(item));
    return rows;
  }

  return {
    async all() {
      const shards = await Promise.all(
        Array.from({ length: DIRECTORY_SHARDS }, (_, number) => shard(number)),
      );
      return shards.flat();
    },

    async changes(since) {
      const found: { mark: string; userId: string }[] = [];
      const from = new Date(since).toISOString();
      const items = db.query({ partition: DIRECTORY_CHANGES, prefix: '', from });
      for await (const { SK, count, userId } of items)
        found.push({ mark: `${String(SK)}#${String(count)}`, userId: String(userId) });
      return found;
    },

    async read(userIds) {
      const keys = [...new Set(userIds)].map((id) => directoryKey(id));
      return (await db.batchGet(keys, { consistent: true })).map(rowOf);
    },
  };
}

import type { Db } from '../../platform/dynamo/db.ts';
import { itemNotExists, updateExpression, where } from '../../platform/dynamo/expression.ts';
import { userPartition } from '../../platform/dynamo/key.ts';
import { findStoredItem, listStoredItems } from '../../platform/dynamo/stored-items.ts';
import { acquireSlot } from '../../platform/queue/run-guard.ts';
import { isBeingRead, type StoredImport, storedImport } from '../rules/import.ts';
import { IMPORT_PREFIX, importKey, importSlotKey } from './keys.ts';

type Change = Partial<Omit<StoredImport, 'userId' | 'importId'>>;

/** Imports of contacts, without the contacts. */
export interface Imports {
  get(userId: string, importId: string): Promise<StoredImport | undefined>;
  /** Newest first. */
  list(userId: string): Promise<StoredImport[]>;
  /** Returns false if it exists. */
  add(started: StoredImport): Promise<boolean>;
  /** Returns the changed import, or undefined if another run has changed it. */
  change(current: StoredImport, to: Change): Promise<StoredImport | undefined>;
  /** Returns false if a run may be reading this or another import of the account. */
  acquireSlot(current: StoredImport, now: number): Promise<boolean>;
}

export function createImports(db: Db): Imports {
  const imports: Imports = {
    get: (userId, importId) => findStoredItem(db, storedImport, importKey(userId, importId)),

    list: (userId) =>
      listStoredItems(db, storedImport, {
        partition: userPartition(userId),
        prefix: IMPORT_PREFIX,
        descending: true,
      }),

    add: (started) =>
      db.put({ ...importKey(started.userId, started.importId), ...started }, itemNotExists),

    async change({ userId, importId, state, attempts, attemptedAt, parts }, to) {
      const isSame = where({ state, attempts, attemptedAt, parts: [parts] });
      const item = await db.update(importKey(userId, importId), updateExpression(to), isSame);
      return item && storedImport.parse(item);
    },

    acquireSlot: ({ userId, importId }, now) =>
      acquireSlot(db, importSlotKey(userId), importId, async (holder) =>
        isBeingRead(await imports.get(userId, holder), now),
      ),
  };
  return imports;
}

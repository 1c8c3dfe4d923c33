import type { Db, TransactionStep } from '../../platform/dynamo/db.ts';
import {
  itemNotExists,
  updateExpression,
  updateWrite,
  where,
} from '../../platform/dynamo/expression.ts';
import { createItemReader } from '../../platform/dynamo/stored-items.ts';
import { type StoredImport, storedImport } from '../rules/import.ts';
import { importKey } from './keys.ts';
import { acquireRunSlot } from './run-slot.ts';

type Change = Partial<Omit<StoredImport, 'userId' | 'importId'>>;

/** Imports of contacts, without the contacts. */
export interface Imports {
  get(userId: string, importId: string): Promise<StoredImport | undefined>;
  /** Newest first. */
  list(userId: string): Promise<StoredImport[]>;
  /** Returns false if it exists. */
  add(started: StoredImport): Promise<boolean>;
  /** Returns the changed import, or undefined if another run has changed it. */
  change(
    current: StoredImport,
    to: Change,
    ...also: readonly TransactionStep[]
  ): Promise<StoredImport | undefined>;
  /** Returns false if a run may be working on this or other work of the account. */
  acquireSlot(current: StoredImport, now: number): Promise<boolean>;
}

export function createImports(db: Db): Imports {
  return {
    ...createItemReader(db, storedImport, importKey, { descending: true }),

    add: (started) =>
      db.put({ ...importKey(started.userId, started.importId), ...started }, itemNotExists),

    async change(current, to, ...also) {
      const { userId, importId, state, attempts, attemptedAt, parts } = current;
      const isSame = where({ state, attempts, attemptedAt, parts: [parts] });
      const canceled = await db.transact([
        updateWrite(importKey(userId, importId), updateExpression(to), isSame),
        ...also,
      ]);
      return canceled ? undefined : { ...current, ...to };
    },

    acquireSlot: ({ userId, importId }, now) => acquireRunSlot(db, userId, importId, now),
  };
}

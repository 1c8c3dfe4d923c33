import * as z from 'zod/mini';
import type { Db, Item, TransactionStep } from '../../platform/dynamo/db.ts';
import {
  itemNotExists,
  putWrite,
  updateExpression,
  updateWrite,
  where,
} from '../../platform/dynamo/expression.ts';
import type { Key } from '../../platform/dynamo/key.ts';
import { createItemReader } from '../../platform/dynamo/stored-items.ts';
import { acquireSlot } from '../../platform/queue/run-guard.ts';
import { MAX_RUN_MS } from '../rules/import.ts';
import { applyJobKey, bounceReadKey, importKey, runSlotKey } from './keys.ts';

/** Work with the number of its writes, for optimistic locking. */
type StoredWork = Item & { readonly userId: string; readonly version?: number | undefined };

const runningWork = z.object({
  state: z.enum(['reading', 'working', 'undoing']),
  attemptedAt: z.number(),
});

/** Imports, jobs that change contacts, or the last read of bounces of each connection. */
export interface WorkStore<Stored> {
  get(userId: string, id: string): Promise<Stored | undefined>;
  /** In descending order of ids. @param idPrefix selects work by its id */
  list(userId: string, idPrefix?: string): Promise<Stored[]>;
  /** Returns false if the id exists, or if the version that `started` replaces has changed. */
  add(started: Stored, ...also: readonly TransactionStep[]): Promise<boolean>;
  /** Returns the changed work, or undefined if it has changed since it was read. */
  change(
    current: Stored,
    to: Partial<Stored>,
    ...also: readonly TransactionStep[]
  ): Promise<Stored | undefined>;
  /** Gives the account's slot to work. Returns false if a run may be working on any work of it. */
  acquireSlot(current: Stored, now: number): Promise<boolean>;
}

/** @param idOf returns the id of stored work, with which `keyOf` returns its key */
export function createWorkStore<S extends z.core.$ZodType<StoredWork>>(
  db: Db,
  schema: S,
  keyOf: (userId: string, id: string) => Key,
  idOf: (stored: z.output<S>) => string,
): WorkStore<z.output<S>> {
  return {
    ...createItemReader(db, schema, keyOf, { descending: true }),

    async add(started, ...also) {
      const { userId, version = 1 } = started;
      const item = { ...keyOf(userId, idOf(started)), ...started };
      const condition = version > 1 ? where({ version: version - 1 }) : itemNotExists;
      return (await db.transact([putWrite(item, condition), ...also])) === undefined;
    },

    async change(current, to, ...also) {
      const { userId, version } = current;
      const changes = { ...to, version: (version ?? 0) + 1 };
      // Imports that began before versions have none. Only a stored import has an owner.
      const isSame = where({ userId, version });
      const canceled = await db.transact([
        updateWrite(keyOf(userId, idOf(current)), updateExpression(changes), isSame),
        ...also,
      ]);
      return canceled ? undefined : { ...current, ...changes };
    },

    acquireSlot: (current, now) => {
      const { userId } = current;
      return acquireSlot(db, runSlotKey(userId), idOf(current), async (holder) => {
        const item =
          (await db.get(importKey(userId, holder))) ??
          (await db.get(applyJobKey(userId, holder))) ??
          (await db.get(bounceReadKey(userId, holder)));
        const { data } = runningWork.safeParse(item);
        return data !== undefined && now - data.attemptedAt < MAX_RUN_MS;
      });
    },
  };
}

import { type List, type Upload, closingEntries, newList, storedUpload } from '../rules/list.ts';
import { FIRST_REVIEW_MS, type PendingList } from '../rules/next-review.ts';
import { type Transition, start } from '../rules/transitions.ts';
import type { Db } from '../../platform/dynamo/db.ts';
import {
  changes,
  deleteWrite,
  isNew,
  isThere,
  putWrite,
  updateWrite,
  where,
} from '../../platform/dynamo/expression.ts';
import { userPartition } from '../../platform/dynamo/key.ts';
import { listKey, uploadKey } from './keys.ts';
import type { Ledger } from '../../credits/adapters/ledger.ts';
import { createListCount, createListPages } from './list-pages.ts';
import { attributesOf, listOf } from './list-item.ts';
import { createPendingLists, pendingListItem, pendingListWrite } from './pending-lists.ts';
import { createReadingTurns } from './reading-turns.ts';

/** How a list is noted as pending that is to be reviewed `inMs` from now on. */
const pendingList = (
  { userId, listId }: Pick<List, 'userId' | 'listId'>,
  now: number,
  inMs: number,
  deleted = false,
): PendingList => ({ userId, listId, since: now, deleted, due: now + inMs });

/**
 * Lists on the single table. Reads are strongly consistent. What moves credits happens in one
 * transaction with the ledger. `now` is epoch milliseconds.
 */
export function createLists(db: Db, ledger: Ledger) {
  const { table } = db;
  const listCount = createListCount(db);

  async function get(userId: string, listId: string): Promise<List | undefined> {
    const item = await db.get(listKey(userId, listId));
    return item && listOf(item);
  }

  /** As `update` and `start` below. */
  async function write(
    list: List,
    { from, to, startsRun, entries, reviewInMs, isDone }: Transition,
  ): Promise<List | 'insufficient' | undefined> {
    const { userId, listId, epoch } = list;
    const key = listKey(userId, listId);
    const change = changes(attributesOf(to), { version: 1, ...(startsRun && { attempts: 1 }) });
    const condition = where({ epoch, ...from });
    const notes = reviewInMs === undefined ? [] : [pendingList(list, to.touchedAt, reviewInMs)];
    if (entries) {
      const outcome = await ledger.transact(userId, entries, [
        updateWrite(table, key, change, condition),
        ...notes.map((note) => pendingListWrite(table, note)),
      ]);
      if (outcome === 'insufficient') return outcome;
    } else {
      // Noted first: a note too many does no harm, a list that is not noted is lost.
      for (const note of notes) await db.put(pendingListItem(note));
      const item = await db.update(key, change, condition);
      if (item) return listOf(item);
    }
    const found = isDone && (await get(userId, listId));
    return found && found.epoch === epoch && isDone(found) ? found : undefined;
  }

  return {
    ...createPendingLists(db),
    ...createListPages(db, listCount),
    ...createReadingTurns(db, get),

    /** Remembers an upload that is expected, and notes it for the reconciler. */
    async announceUpload(upload: Upload, now: number): Promise<void> {
      const { userId, listId } = upload;
      await db.transact([
        putWrite(table, { ...uploadKey(userId, listId), ...upload }),
        pendingListWrite(table, pendingList(upload, now, FIRST_REVIEW_MS)),
      ]);
    },

    /** Whether an upload was announced and has not arrived. */
    expectsUpload: async (userId: string, listId: string): Promise<boolean> =>
      (await db.get(uploadKey(userId, listId))) !== undefined,

    /** Deletes an upload that never came. False when none is expected. */
    expireUpload: (userId: string, listId: string): Promise<boolean> =>
      db.delete(uploadKey(userId, listId), isThere),

    /** Deletes an upload that has no list, and notes its objects. False when none is expected. */
    async deleteUpload(userId: string, listId: string, now: number): Promise<boolean> {
      const cancelled = await db.transact([
        deleteWrite(table, uploadKey(userId, listId), isThere),
        pendingListWrite(table, pendingList({ userId, listId }, now, 0, true)),
      ]);
      return cancelled === undefined;
    },

    /** Makes a list in status 1 of an expected upload; returns the list where there is one. */
    async create(userId: string, listId: string, now: number): Promise<List | undefined> {
      const before = await get(userId, listId);
      if (before) return before;
      const expected = await db.get(uploadKey(userId, listId));
      if (expected) {
        const list = newList(storedUpload.parse(expected), now);
        const item = { ...listKey(userId, listId), ...attributesOf(list) };
        await listCount.keep(userId);
        await db.transact([
          deleteWrite(table, uploadKey(userId, listId), isThere),
          putWrite(table, item, isNew),
          listCount.write(userId, 1),
        ]);
      }
      return get(userId, listId);
    },

    get,

    /** Every list of a user, newest first. Costs reading them all: for work that is rare. */
    async list(userId: string): Promise<List[]> {
      const found: List[] = [];
      const query = { partition: userPartition(userId), prefix: 'LIST#', descending: true };
      for await (const item of db.query(query)) found.push(listOf(item));
      return found;
    },

    /** Those of these lists that are there; eventually consistent. */
    async some(userId: string, listIds: readonly string[]): Promise<ReadonlyMap<string, List>> {
      const items = await db.batchGet(listIds.map((listId) => listKey(userId, listId)));
      return new Map(items.map(listOf).map((list) => [list.listId, list]));
    },

    /**
     * Writes a transition. Returns the list as it is afterwards, or undefined when there is nothing
     * to write, or the list is gone or no longer where the transition starts: another message was
     * faster, and nothing was changed.
     */
    async update(list: List, transition: Transition | undefined): Promise<List | undefined> {
      const written = transition && (await write(list, transition));
      if (written === 'insufficient') throw new Error(`${list.listId} has lost its reservation`);
      return written;
    },

    /** As `update`, for the start of a list, which reserves credits. */
    async start(
      list: List,
      tasks: number,
      now: number,
    ): Promise<List | 'insufficient' | undefined> {
      const transition = start(list, tasks, now);
      return transition && write(list, transition);
    },

    /** Deletes a list in any state and settles what it had reserved. False when it has changed. */
    async delete(list: List, now: number): Promise<boolean> {
      const { userId, listId, version } = list;
      await listCount.keep(userId);
      const outcome = await ledger.transact(userId, closingEntries(list), [
        deleteWrite(table, listKey(userId, listId), where({ version })),
        pendingListWrite(table, pendingList(list, now, 0, true)),
        listCount.write(userId, -1),
      ]);
      if (outcome === 'insufficient') throw new Error(`${listId} has lost its reservation`);
      return outcome === 'applied' || (await get(userId, listId)) === undefined;
    },

    /** This mail has been sent, or never will be. Another one that is due meanwhile stays due. */
    async clearMailDue(userId: string, listId: string, mailId: string): Promise<void> {
      await db.update(
        listKey(userId, listId),
        changes({ mailDue: null }, { version: 1 }),
        where({ mailDue: mailId }),
      );
    },
  };
}

import { type List, type Upload, closingEntries, newList, storedUpload } from '../rules/list.ts';
import { FIRST_REVIEW_MS, type PendingList } from '../rules/next-review.ts';
import { listEvent } from '../rules/list-row.ts';
import { keepsTurn } from '../rules/reading-turn.ts';
import { MARK } from '../rules/recheck-id.ts';
import type { Transition } from '../rules/transitions.ts';
import { LIST_STATUS } from '../../../shared/model/list-status.ts';
import type { Db, TransactionStep } from '../../platform/dynamo/db.ts';
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
import { listKey, readingKey, RECHECK_PREFIX, uploadKey } from './keys.ts';
import type { Ledger } from '../../credits/adapters/ledger.ts';
import type { Outbox } from '../../events/adapters/outbox.ts';
import { createListEdits, type ListEdits } from './list-edits.ts';
import { createListPages, listCountWrite, type ListPages } from './list-pages.ts';
import { attributesOf, listOf } from './list-item.ts';
import {
  createPendingLists,
  pendingListItem,
  type PendingLists,
  pendingListWrite,
} from './pending-lists.ts';
import { createListRequests, type ListRequests } from './list-requests.ts';

/** How a list is noted as pending that is to be reviewed `inMs` from now on. */
const pendingList = (
  { userId, listId }: Pick<List, 'userId' | 'listId'>,
  now: number,
  inMs: number,
  deleted = false,
): PendingList => ({ userId, listId, since: now, deleted, due: now + inMs });

/** The ids of lists sort by time, as dates do; those of rechecks do not. */
const byBegin = (a: List, b: List): number =>
  a.createdAt < b.createdAt || (a.createdAt === b.createdAt && a.listId < b.listId) ? -1 : 1;

/**
 * What moves credits happens in one transaction with the ledger, and what endpoints are told of in
 * one with its event. `now` is epoch milliseconds.
 */
export interface Lists extends PendingLists, ListPages, ListEdits, ListRequests {
  expectsUpload(userId: string, listId: string): Promise<boolean>;
  /** Deletes an upload that never came. False when none is expected. */
  expireUpload(userId: string, listId: string): Promise<boolean>;
  /** Deletes an upload that has no list, and notes its objects. False when none is expected. */
  deleteUpload(userId: string, listId: string, now: number): Promise<boolean>;
  /** Makes a list in status 1 of an expected upload; returns the list where there is one. */
  create(userId: string, listId: string, now: number): Promise<List | undefined>;
  get(userId: string, listId: string): Promise<List | undefined>;
  /** Every list of a user, newest first. Costs reading them all: for work that is rare. */
  list(userId: string): Promise<List[]>;
  /** The same with the rechecks, each by when it was begun. */
  listWithRechecks(userId: string): Promise<List[]>;
  /** The rechecks of a list, be it there or not, in the order in which they were begun. */
  rechecksOf(userId: string, listId: string): Promise<List[]>;
  /** Those of these lists that are there; eventually consistent. */
  some(userId: string, listIds: readonly string[]): Promise<ReadonlyMap<string, List>>;
  /** Deletes what is left of a recheck whose list is gone. */
  forgetRecheck(list: List): Promise<boolean>;
  /**
   * The recheck waits to be read. Undefined where the list is no longer as it was read.
   * @param to what else becomes of the list
   */
  startRecheck(
    list: List,
    recheck: List,
    to?: Pick<List, 'watch' | 'editedAt'>,
  ): Promise<List | undefined>;
  /** As `update`, for the end of a recheck: in the same transaction `to` becomes of its list. */
  finishRecheck(
    recheck: List,
    transition: Transition | undefined,
    list: List,
    to: Partial<List>,
  ): Promise<List | undefined>;
  /**
   * The list afterwards; undefined when there is nothing to write, or the list is no longer where
   * the transition starts.
   */
  update(list: List, transition: Transition | undefined): Promise<List | undefined>;
  /** As `update`, for a transition that reserves credits. */
  reserve(
    list: List,
    transition: Transition | undefined,
  ): Promise<List | 'insufficient' | undefined>;
  /**
   * One list of a user is read at a time, so that no customer holds all workers. Its turn ends with
   * its status: nobody has to give it back.
   */
  takeReadingTurn(list: List, now: number): Promise<boolean>;
  /**
   * Sets or ends the watch of a list, and has it reviewed when its next check is due. Undefined
   * where the list is no longer as it was read.
   */
  setWatch(list: List, watch: List['watch'], now: number): Promise<List | undefined>;
  /** Gives a list another name, in any state. Undefined when there is no such list. */
  rename(userId: string, listId: string, name: string): Promise<List | undefined>;
  /**
   * Deletes a list in any state and settles what it had reserved; the answers of a recheck, which
   * nobody has seen, cost nothing. False when it has changed.
   */
  delete(list: List, now: number): Promise<boolean>;
  /** This mail has been sent, or never will be. Another one that is due meanwhile stays due. */
  clearMailDue(userId: string, listId: string, mailId: string): Promise<void>;
}

export function createLists(db: Db, ledger: Ledger, outbox: Pick<Outbox, 'write'>): Lists {
  async function get(userId: string, listId: string): Promise<List | undefined> {
    const item = await db.get(listKey(userId, listId));
    return item && listOf(item);
  }

  /** Those whose sort keys begin so, the last one first. */
  async function all(userId: string, prefix: string): Promise<List[]> {
    const query = { partition: userPartition(userId), prefix, descending: true };
    return (await Array.fromAsync(db.query(query))).map(listOf);
  }

  /** What endpoints are told of a list, or by its list `of` a recheck, which may be gone. */
  async function eventWrites(after: List, { emits, to }: Transition, of?: List) {
    const { userId, recheckOf } = after;
    if (emits === undefined) return [];
    if (!recheckOf) return [outbox.write(listEvent(emits, after, undefined, to.touchedAt))];
    const list = of ?? (await get(userId, recheckOf.listId));
    return list ? [outbox.write(listEvent(emits, list, after, to.touchedAt))] : [];
  }

  /** As `update` and `reserve` below; `of` is the list of a recheck as it will be, with its writes. */
  async function write(
    list: List,
    transition: Transition,
    of?: { readonly list: List; readonly writes: readonly TransactionStep[] },
  ): Promise<List | 'insufficient' | undefined> {
    const { userId, listId, epoch } = list;
    const { from, to, opens, entries, reviewInMs, isDone } = transition;
    const key = listKey(userId, listId);
    const change = changes(attributesOf(to), { version: 1, ...(opens && { open: opens }) });
    const condition = where({ epoch, ...from });
    const notes = reviewInMs === undefined ? [] : [pendingList(list, to.touchedAt, reviewInMs)];
    if (entries) {
      const outcome = await ledger.transact(userId, entries, [
        updateWrite(key, change, condition),
        ...notes.map((note) => pendingListWrite(note)),
        ...(of?.writes ?? []),
        ...(await eventWrites({ ...list, ...to }, transition, of?.list)),
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

  /** What became of a transition that moves no credits, or only those that were reserved. */
  function settled(list: List, written: Awaited<ReturnType<typeof write>>): List | undefined {
    if (written === 'insufficient') throw new Error(`${list.listId} has lost its reservation`);
    return written;
  }

  return {
    ...createPendingLists(db),
    ...createListPages(db),
    ...createListEdits(db),

    ...createListRequests(db, (upload: Upload, now: number) => [
      putWrite({ ...uploadKey(upload.userId, upload.listId), ...upload }),
      pendingListWrite(pendingList(upload, now, FIRST_REVIEW_MS)),
    ]),

    expectsUpload: async (userId, listId) =>
      (await db.get(uploadKey(userId, listId))) !== undefined,

    expireUpload: (userId, listId) => db.delete(uploadKey(userId, listId), isThere),

    async deleteUpload(userId, listId, now) {
      const cancelled = await db.transact([
        deleteWrite(uploadKey(userId, listId), isThere),
        pendingListWrite(pendingList({ userId, listId }, now, 0, true)),
      ]);
      return cancelled === undefined;
    },

    async create(userId, listId, now) {
      const before = await get(userId, listId);
      if (before) return before;
      const expected = await db.get(uploadKey(userId, listId));
      if (expected) {
        const list = newList(storedUpload.parse(expected), now);
        const item = { ...listKey(userId, listId), ...attributesOf(list) };
        await db.transact([
          deleteWrite(uploadKey(userId, listId), isThere),
          putWrite(item, isNew),
          listCountWrite(userId, 1),
        ]);
      }
      return get(userId, listId);
    },

    get,

    list: (userId) => all(userId, 'LIST#'),

    async listWithRechecks(userId) {
      const found = [...(await all(userId, 'LIST#')), ...(await all(userId, RECHECK_PREFIX))];
      return found.toSorted(byBegin).toReversed();
    },

    rechecksOf: async (userId, listId) =>
      (await all(userId, `${RECHECK_PREFIX}${listId}${MARK}`)).toSorted(byBegin),

    async some(userId, listIds) {
      const items = await db.batchGet(listIds.map((listId) => listKey(userId, listId)));
      return new Map(items.map(listOf).map((list) => [list.listId, list]));
    },

    forgetRecheck: ({ userId, listId }) => db.delete(listKey(userId, listId), isThere),

    async startRecheck(list, recheck, to = {}) {
      const { userId, version, rechecks = 0 } = list;
      const outcome = await db.transact([
        updateWrite(
          listKey(userId, list.listId),
          changes({ ...attributesOf(to), rechecks: rechecks + 1 }, { version: 1 }),
          where({ version }),
        ),
        putWrite({ ...listKey(userId, recheck.listId), ...attributesOf(recheck) }, isNew),
        pendingListWrite(pendingList(recheck, recheck.touchedAt, FIRST_REVIEW_MS)),
      ]);
      return outcome ? undefined : recheck;
    },

    async finishRecheck(recheck, transition, list, to) {
      const { userId, listId, rechecks } = list;
      const change = changes(attributesOf(to), { version: 1 });
      const merge = updateWrite(
        listKey(userId, listId),
        change,
        where({ status: LIST_STATUS.finished, rechecks, result: list.result }),
      );
      const merged = { list: { ...list, ...to }, writes: [merge] };
      return settled(recheck, transition && (await write(recheck, transition, merged)));
    },

    async update(list, transition) {
      return settled(list, transition && (await write(list, transition)));
    },

    reserve: async (list, transition) => transition && write(list, transition),

    async takeReadingTurn({ userId, listId }, now) {
      const place = readingKey(userId);
      const holder = (await db.get(place))?.['listId'];
      if (holder === listId) return true;
      if (typeof holder !== 'string') return db.put({ ...place, listId }, isNew);
      if (keepsTurn(await get(userId, holder), now)) return false;
      return db.put({ ...place, listId }, where({ listId: holder }));
    },

    async setWatch(list, watch, now) {
      const { userId, listId, version } = list;
      if (watch && watch.stopped === undefined)
        await db.put(pendingListItem(pendingList(list, now, Math.max(0, watch.nextAt - now))));
      const change = changes({ watch }, { version: 1 });
      const item = await db.update(listKey(userId, listId), change, where({ version }));
      return item && listOf(item);
    },

    async rename(userId, listId, name) {
      const change = changes({ name }, { version: 1 });
      const item = await db.update(listKey(userId, listId), change, isThere);
      return item && listOf(item);
    },

    async delete(list, now) {
      const { userId, listId, version, recheckOf } = list;
      const entries = closingEntries(recheckOf ? { ...list, charged: 0 } : list);
      const outcome = await ledger.transact(userId, entries, [
        deleteWrite(listKey(userId, listId), where({ version })),
        pendingListWrite(pendingList(list, now, 0, true)),
        ...(recheckOf ? [] : [listCountWrite(userId, -1)]),
      ]);
      if (outcome === 'insufficient') throw new Error(`${listId} has lost its reservation`);
      return outcome === 'applied' || (await get(userId, listId)) === undefined;
    },

    async clearMailDue(userId, listId, mailId) {
      await db.update(
        listKey(userId, listId),
        changes({ mailDue: null }, { version: 1 }),
        where({ mailDue: mailId }),
      );
    },
  };
}

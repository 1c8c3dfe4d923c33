import { LIST_STATUS, type ListStatus } from '../../../shared/model/list-status.ts';
import type { Lists } from '../ports.ts';
import {
  type List,
  canMove,
  closingEntries,
  creditsNeeded,
  isRunning,
  isTest,
  mailIdOf,
  statusesBefore,
} from '../rules/list.ts';
import { FIRST_LOOK_MS } from '../rules/next-look.ts';
import { reserveEntry } from '../../credits/rules/ledger.ts';
import type { Db, Item, WriteItem } from '../../platform/dynamo/db.ts';
import { changes, updateWrite, where } from '../../platform/dynamo/expression.ts';
import { userPartition } from '../../platform/dynamo/key.ts';
import { listKey, uploadKey } from './keys.ts';
import type { Ledger } from '../../credits/ports.ts';
import { createListCount, createListPages } from './list-pages.ts';
import { listOf, newListItem, reasonAttribute, uploadOf } from './list-item.ts';
import {
  type DueList,
  createPendingLists,
  pendingListItem,
  pendingListWrite,
} from './pending-lists.ts';
import { createReadingTurns } from './reading-turns.ts';

const iso = (now: number): string => new Date(now).toISOString();

/** Of a list that has come further. */
const NO_ATTEMPTS = { attempts: 0, failingSince: null };

const from = (status: ListStatus): Item => ({ status: statusesBefore(status) });

const due = (list: List, status: ListStatus): Item => ({
  status,
  mailDue: isTest(list) ? null : mailIdOf(list.listId, status),
});

/** How a list is noted as pending that is to be looked at `inMs` from now on. */
const noted = (
  { userId, listId }: Pick<List, 'userId' | 'listId'>,
  now: number,
  inMs = 0,
): DueList => ({ userId, listId, since: now, deleted: false, due: now + inMs });

/** Where a stopped list goes on: only one that has started has credits reserved. */
const resumed = (list: List): Item =>
  list.reserved === 0
    ? { ...due(list, LIST_STATUS.paused), reason: 'insufficient_credit' }
    : {
        status: list.startDate === null ? LIST_STATUS.wait_on_queue : LIST_STATUS.working,
        reason: null,
      };

/** Lists on the single table. What moves credits happens in one transaction with the ledger. */
export function createLists(db: Db, ledger: Ledger): Lists {
  const table = db.table;
  const listCount = createListCount(db);

  /** Sets attributes of a list and counts the write; undefined when the condition failed. */
  async function move(
    list: List,
    now: number,
    set: Item,
    condition: Item = {},
    add: Readonly<Record<string, number>> = {},
  ): Promise<List | undefined> {
    const item = await db.update(
      listKey(list.userId, list.listId),
      changes({ ...set, touchedAt: now }, { ...add, version: 1 }),
      where({ epoch: list.epoch, ...condition }),
    );
    return item && listOf(item);
  }

  const moveWrite = (list: List, now: number, set: Item, condition: Item): WriteItem =>
    updateWrite(
      table,
      listKey(list.userId, list.listId),
      changes({ ...set, touchedAt: now }, { version: 1 }),
      where({ epoch: list.epoch, ...condition }),
    );

  /**
   * The list after a transaction that may have been applied by a try whose answer was lost: what
   * counts is whether the list is now where the move leads.
   */
  async function arrivedAt(list: List, is: (now: List) => boolean): Promise<List | undefined> {
    const now = await lists.get(list.userId, list.listId);
    return now && now.epoch === list.epoch && is(now) ? now : undefined;
  }

  /** Notes a list that has stood still, or will, before it moves: it may not be due for a day. */
  async function lookSoon(list: List, now: number): Promise<void> {
    await db.put(pendingListItem(noted(list, now, FIRST_LOOK_MS)));
  }

  const lists: Lists = {
    ...createPendingLists(db),
    ...createListPages(db, listCount),
    ...createReadingTurns(db, (userId, listId) => lists.get(userId, listId)),

    async announce(upload, now) {
      const { userId, listId } = upload;
      await db.transact([
        { Put: { TableName: table, Item: { ...uploadKey(userId, listId), ...upload } } },
        pendingListWrite(table, noted(upload, now, FIRST_LOOK_MS)),
      ]);
    },

    async arrive(userId, listId, now) {
      const before = await lists.get(userId, listId);
      if (before) return before;
      const expected = await db.get(uploadKey(userId, listId));
      if (expected) {
        const item = { ...listKey(userId, listId), ...newListItem(uploadOf(expected), now) };
        const once = { ConditionExpression: 'attribute_not_exists(PK)' };
        const still = { ConditionExpression: 'attribute_exists(PK)' };
        await listCount.keep(userId);
        await db.transact([
          { Delete: { TableName: table, Key: { ...uploadKey(userId, listId) }, ...still } },
          { Put: { TableName: table, Item: item, ...once } },
          listCount.write(userId, 1),
        ]);
      }
      return lists.get(userId, listId);
    },

    async drop(userId, listId) {
      await db.remove(uploadKey(userId, listId));
    },

    async withdraw(userId, listId, now) {
      const cancelled = await db.transact([
        {
          Delete: {
            TableName: table,
            Key: { ...uploadKey(userId, listId) },
            ConditionExpression: 'attribute_exists(PK)',
          },
        },
        pendingListWrite(table, { ...noted({ userId, listId }, now), deleted: true }),
      ]);
      return cancelled === undefined;
    },

    expects: async (userId, listId) => (await db.get(uploadKey(userId, listId))) !== undefined,

    async get(userId, listId) {
      const item = await db.get(listKey(userId, listId));
      return item && listOf(item);
    },

    async all(userId) {
      const found: List[] = [];
      const query = { partition: userPartition(userId), prefix: 'LIST#', descending: true };
      for await (const item of db.query(query)) found.push(listOf(item));
      return found;
    },

    begin: (list, now) =>
      move(
        list,
        now,
        { status: LIST_STATUS.initialization },
        { status: [LIST_STATUS.waiting, LIST_STATUS.initialization] },
        { attempts: 1 },
      ),

    count: (list, readRun, { total, badSyntax, duplicates }, now) =>
      move(
        list,
        now,
        {
          readRun,
          total,
          badSyntax,
          duplicates,
          processed: badSyntax,
          invalid: badSyntax,
          [reasonAttribute('bad_syntax')]: badSyntax,
        },
        { status: LIST_STATUS.initialization, readRun: [null, readRun] },
      ),

    async start(list, tasks, now) {
      const needed = creditsNeeded(list);
      const status = LIST_STATUS.wait_on_queue;
      const set = {
        status,
        ...NO_ATTEMPTS,
        reason: null,
        mailDue: null,
        open: tasks,
        reserved: needed,
      };
      const outcome = await ledger.transact(
        list.userId,
        [reserveEntry(list.listId, list.epoch, needed)],
        [
          moveWrite(list, now, set, { ...from(status), reason: [null, 'insufficient_credit'] }),
          pendingListWrite(table, noted(list, now, FIRST_LOOK_MS)),
        ],
      );
      return outcome === 'insufficient' ? outcome : arrivedAt(list, isRunning);
    },

    async pause(list, reason, now) {
      await lookSoon(list, now);
      return move(
        list,
        now,
        reason === 'insufficient_credit'
          ? { ...due(list, LIST_STATUS.paused), reason }
          : { status: LIST_STATUS.paused, reason },
        { status: LIST_STATUS.initialization },
      );
    },

    stop: (list, now) =>
      move(
        list,
        now,
        { status: LIST_STATUS.paused, reason: 'account_inactive' },
        { status: [LIST_STATUS.wait_on_queue, LIST_STATUS.working] },
      ),

    async resume(list, now) {
      await lookSoon(list, now);
      const stopped = { status: LIST_STATUS.paused, reason: 'account_inactive' };
      return move(list, now, resumed(list), stopped);
    },

    async work(list, now) {
      const status = LIST_STATUS.working;
      if (list.status === status) return list;
      const queued = { status: LIST_STATUS.wait_on_queue };
      const working = await move(list, now, { status, startDate: iso(now) }, queued);
      return working ?? arrivedAt(list, (found) => found.status === status);
    },

    async cancel(list, reason, now) {
      const status = LIST_STATUS.canceled;
      if (!canMove(list.status, status)) return undefined;
      const set = { ...due(list, status), reason, endDate: iso(now), reserved: 0, charged: 0 };
      const outcome = await ledger.transact(list.userId, closingEntries({ ...list, charged: 0 }), [
        moveWrite(list, now, set, { status: list.status }),
        pendingListWrite(table, noted(list, now)),
      ]);
      if (outcome === 'insufficient') throw new Error(`${list.listId} has lost its reservation`);
      return arrivedAt(list, (found) => found.status === status);
    },

    attempt: (list, now) => move(list, now, {}, { status: list.status, open: 0 }, { attempts: 1 }),

    async noteFailure(list, now) {
      const failing = { attempts: 0, failingSince: list.failingSince ?? now };
      await move(list, now, failing, { status: list.status });
    },

    async finish(list, now, expiresAt) {
      const status = LIST_STATUS.finished;
      const set = {
        ...due(list, status),
        endDate: iso(now),
        expiresAt: iso(expiresAt),
        reserved: 0,
      };
      const outcome = await ledger.transact(list.userId, closingEntries(list), [
        moveWrite(list, now, set, { ...from(status), open: 0 }),
        pendingListWrite(table, noted(list, now)),
      ]);
      if (outcome === 'insufficient') throw new Error(`${list.listId} has lost its reservation`);
      return arrivedAt(list, (found) => found.status === status);
    },

    async remove(list, now) {
      const { userId, listId, version } = list;
      const { text, names, values } = where({ version });
      await listCount.keep(userId);
      const outcome = await ledger.transact(userId, closingEntries(list), [
        {
          Delete: {
            TableName: table,
            Key: { ...listKey(userId, listId) },
            ConditionExpression: text,
            ExpressionAttributeNames: { ...names },
            ExpressionAttributeValues: { ...values },
          },
        },
        pendingListWrite(table, { ...noted(list, now), deleted: true }),
        listCount.write(userId, -1),
      ]);
      if (outcome === 'insufficient') throw new Error(`${listId} has lost its reservation`);
      return outcome === 'applied' || (await lists.get(userId, listId)) === undefined;
    },

    async touch(list, now) {
      await move(list, now, {});
    },

    async clearMailDue(userId, listId, mailId) {
      await db.update(
        listKey(userId, listId),
        changes({ mailDue: null }, { version: 1 }),
        where({ mailDue: mailId }),
      );
    },
  };
  return lists;
}

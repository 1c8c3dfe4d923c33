import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../../shared/model/duration.ts';
import { countRequests, type RequestCounter } from '../../../tests/support/requests.ts';
import { startTable, type TestTable } from '../../../tests/support/dynamo.ts';
import { createMemoryQueues, type MemoryQueues } from '../../../tests/support/memory-queues.ts';
import { testClock } from '../../../tests/support/test-clock.ts';
import { type TestContext, testContext } from '../../../tests/support/test-context.ts';
import { LIST_STATUS } from '../../../shared/model/list-status.ts';
import { createGrantEntry } from '../../credits/rules/ledger.ts';
import { systemIds } from '../../platform/system.ts';
import { listKey, pausedListKey } from '../adapters/keys.ts';
import { toListAttributes } from '../adapters/list-item.ts';
import { toPendingListItem } from '../adapters/pending-lists.ts';
import { createUpload } from '../upload/create-upload.ts';
import { deleteList } from '../history/delete-list.ts';
import { sweepChecks } from '../../checks/sweep-checks.ts';
import { sweepLowBalanceAlerts } from '../../low-credits/sweep-low-balance-alerts.ts';
import { runSweeps } from '../../platform/schedule/run-sweeps.ts';
import { sweepLists } from './sweep-lists.ts';
import { manifestKey } from '../rules/blob-keys.ts';
import { type List, newList } from '../rules/list.ts';
import { serializeManifest } from '../rules/manifest.ts';

/** These tests give the reconciler more lists than it can review in one run. */

let table: TestTable;
let requests: RequestCounter;
let context: TestContext;
let queues: MemoryQueues;
beforeEach(async () => {
  await table?.stop();
  table = await startTable();
  requests = countRequests(table.client);
  const clock = testClock();
  queues = createMemoryQueues(clock);
  context = testContext(table, { clock, queues });
});
afterAll(() => table.stop());

const reconcile = (deps: TestContext) =>
  runSweeps(deps, [sweepChecks, sweepLowBalanceAlerts, sweepLists]);

interface StoredList extends Partial<List> {
  readonly due: number;
}

/** Stores lists and their pending entries, but no tasks or objects. */
async function storeLists(lists: readonly StoredList[]): Promise<string[]> {
  const ids: string[] = [];
  const items = lists.flatMap(({ due, ...list }) => {
    const touchedAt = list.touchedAt ?? context.clock.now();
    const listId = systemIds.ulid(touchedAt);
    const { userId = `user-of-${listId}` } = list;
    const createdAt = new Date(touchedAt).toISOString();
    const upload = { userId, listId, name: 'l', sourceName: 'l.csv', createdAt };
    ids.push(listId);
    return [
      {
        ...listKey(userId, listId),
        ...toListAttributes({ ...newList(upload, touchedAt), ...list }),
      },
      toPendingListItem({ userId, listId, since: touchedAt, deleted: false, due }),
      ...(list.status === LIST_STATUS.paused ? [{ ...pausedListKey(upload), listId }] : []),
    ];
  });
  await Promise.all(items.map((item) => context.db.put(item)));
  requests.take();
  return ids;
}

const waitingList = {
  status: LIST_STATUS.paused,
  reason: 'insufficient_credit',
  total: 10,
} as const;

const pendingOf = () => Array.fromAsync(context.lists.pendingItems());

/** One query for each partition of pending checks, low balance alerts and pending lists. */
const IDLE_REQUESTS = { Query: 16 + 1 + 2 };

it('reads no list that is not due, however many wait', async () => {
  const now = context.clock.now();
  // The lists have been waiting for days, so each is reviewed once a day.
  const dueAt = (at: number) => now + 10 * MINUTE_MS + at * MINUTE_MS;
  const touchedAt = now - 3 * DAY_MS;
  await storeLists(
    Array.from({ length: 9 }, (_, at) => ({ ...waitingList, touchedAt, due: dueAt(at + 1) })),
  );
  // Pending entries are enough, because lists that are not due are never read.
  const notDue = Array.from({ length: 2000 }, (_, at) => {
    const listId = systemIds.ulid(now);
    return toPendingListItem({
      userId: 'u',
      listId,
      since: now,
      deleted: false,
      due: dueAt(at + 11),
    });
  });
  await Promise.all(notDue.map((item) => context.db.put(item)));
  requests.take();
  for (let minute = 0; minute < 10; minute += 1) {
    context.clock.advance(MINUTE_MS);
    expect(await reconcile(context)).toEqual({ pending: 0, failed: 0, deferredItems: 0 });
  }
  expect(requests.take()).toEqual({ Query: 10 * IDLE_REQUESTS.Query });

  context.clock.advance(10 * MINUTE_MS);
  expect(await reconcile(context)).toEqual({ pending: 9, failed: 0, deferredItems: 0 });
  // The list, its record among the account's paused ones, and the balance.
  const reviewed = { GetItem: 3 * 9, PutItem: 9, DeleteItem: 9 };
  expect(requests.take()).toEqual({ ...IDLE_REQUESTS, ...reviewed });
  expect(queues.waiting).toEqual([]);
});

it('continues in the next run with the longest overdue lists when its time is up', async () => {
  const now = context.clock.now();
  const ids = await storeLists(
    Array.from({ length: 120 }, (_, at) => ({
      ...waitingList,
      touchedAt: now - 3 * DAY_MS,
      due: now - 300 + at,
    })),
  );
  const reviewed: string[] = [];
  const { get } = context.lists;
  Object.assign(context.lists, {
    async get(userId: string, listId: string) {
      reviewed.push(listId);
      context.clock.advance(750);
      return get(userId, listId);
    },
  });
  const runs = [];
  do {
    runs.push(await reconcile(context));
    expect(runs.length).toBeLessThan(10);
  } while (runs.at(-1)?.deferredItems);
  // A run starts no review after forty seconds, but finishes the reviews it has started.
  for (const { pending } of runs) expect(pending).toBeLessThanOrEqual(40_000 / 750 + 32);
  expect(runs.length).toBeGreaterThan(1);
  expect(reviewed).toEqual(ids);
});

it('reviews the other lists even if one fails each time', async () => {
  const now = context.clock.now();
  const [broken, ...others] = await storeLists(
    Array.from({ length: 5 }, (_, at) => ({ ...waitingList, due: now - 100 + at })),
  );
  const { get } = context.lists;
  const reviewed: string[] = [];
  Object.assign(context.lists, {
    async get(userId: string, listId: string) {
      if (listId === broken) throw new Error('cannot be read');
      reviewed.push(listId);
      return get(userId, listId);
    },
  });
  expect(await reconcile(context)).toEqual({ pending: 5, failed: 1, deferredItems: 0 });
  expect(reviewed).toEqual(others);
});

describe('lists that wait for credits', () => {
  it('cause no message while the balance does not cover the first in line, and one when it is deleted', async () => {
    const userId = 'one-customer';
    const now = context.clock.now();
    const lists = Array.from({ length: 21 }, (_, at) => ({
      ...waitingList,
      userId,
      total: at === 0 ? 1000 : 5,
      touchedAt: now + at,
      due: now + at + MINUTE_MS,
    }));
    const [first = ''] = await storeLists(lists);
    await context.ledger.transact(userId, [createGrantEntry('test', 100, 'test')]);
    let reviews = 0;
    for (let minute = 0; minute < 65; minute += 1) {
      context.clock.advance(MINUTE_MS);
      reviews += (await reconcile(context)).pending;
    }
    expect(queues.waiting).toEqual([]);
    expect(reviews).toBe(21 * 7);

    await deleteList(context, userId, first);
    await reconcile(context);
    expect(queues.waiting.map(({ body }) => JSON.parse(body))).toEqual([
      { kind: 'resume', v: 1, userId },
    ]);
  });

  it('are found without reading the other lists of their customer', async () => {
    const userId = 'one-customer';
    const finished = { status: LIST_STATUS.finished, userId, due: context.clock.now() + DAY_MS };
    await storeLists(Array.from({ length: 300 }, () => finished));
    const [first = ''] = await storeLists([{ ...waitingList, userId, due: context.clock.now() }]);
    await context.ledger.transact(userId, [createGrantEntry('test', 100, 'test')]);
    requests.take();
    await reconcile(context);
    expect(queues.waiting).toHaveLength(1);
    const { Query = 0, GetItem = 0 } = requests.take();
    // The review, its record, the balance, the first paused list, and its owner.
    expect([Query - IDLE_REQUESTS.Query, GetItem]).toEqual([1, 5]);
    const paused = await Array.fromAsync(context.lists.listPaused(userId));
    expect(paused.map(({ listId }) => listId)).toEqual([first]);
  });

  it('of an earlier version, which stored no record of them, are found by their next review', async () => {
    const userId = 'one-customer';
    const due = context.clock.now();
    const [listId = ''] = await storeLists([{ ...waitingList, userId, due }]);
    const list = await context.lists.get(userId, listId);
    if (list) await context.db.delete(pausedListKey(list));
    await context.ledger.transact(userId, [createGrantEntry('test', 100, 'test')]);
    await reconcile(context);
    expect(queues.waiting.map(({ body }) => JSON.parse(body))).toEqual([
      { kind: 'resume', v: 1, userId },
    ]);
  });

  it('read the balance of their customer once per run, and cause one message', async () => {
    const userId = 'one-customer';
    const due = context.clock.now();
    await storeLists(Array.from({ length: 100 }, () => ({ ...waitingList, userId, due })));
    await context.ledger.transact(userId, [createGrantEntry('test', 100, 'test')]);
    requests.take();
    expect(await reconcile(context)).toMatchObject({ pending: 100, failed: 0 });
    expect(queues.waiting).toHaveLength(1);
    // The run reads each list and its record, then the customer's balance, first list and account.
    expect(requests.take()['GetItem']).toBe(2 * 100 + 3);
  });
});

it('reviews uploads that never arrive with a backoff, and expires them after a day', async () => {
  const userId = 'one-customer';
  for (let upload = 0; upload < 20; upload += 1)
    await createUpload(context, {
      userId,
      user: { id: userId, paid: true },
      name: 'l',
      fileName: 'l.csv',
      by: 'web',
      size: 1,
    });
  let reviews = 0;
  for (let minutes = 0; minutes < 25 * 60; minutes += 10) {
    context.clock.advance(10 * MINUTE_MS);
    reviews += (await reconcile(context)).pending;
  }
  expect(reviews).toBeLessThanOrEqual(20 * 11);
  expect(await pendingOf()).toEqual([]);
  expect(await Array.fromAsync(context.db.query({ partition: `USER#${userId}` }))).toEqual([]);
});

it('raises an alarm for a running list of which no task was completed for a day', async () => {
  const now = context.clock.now();
  const list = { status: LIST_STATUS.working, open: 1, touchedAt: now - DAY_MS, due: now };
  const [still] = await storeLists([
    { ...list, bookedAt: now - DAY_MS },
    { ...list, bookedAt: now - DAY_MS + MINUTE_MS },
    { ...list, bookedAt: now - DAY_MS, open: 0 },
    { ...waitingList, bookedAt: now - DAY_MS, due: now },
  ]);
  await reconcile(context);
  const alarms = context.lines.filter((line) => line.includes('"list_stands_still"'));
  expect(alarms).toHaveLength(1);
  expect(JSON.parse(alarms[0] ?? '')).toMatchObject({ level: 'error', list: still });
});

it('resends the due tasks of fifty large lists in one run, not those that wait for them', async () => {
  const due = context.clock.now();
  const total = 1_000_000;
  const touchedAt = due - DAY_MS;
  const readRun = 'run';
  const list = { status: LIST_STATUS.working, total, open: 2000, touchedAt, due, readRun };
  const ids = await storeLists(Array.from({ length: 50 }, () => list));
  const tasks = Array.from({ length: 2000 }, (_, task) => [task * 10, task * 10 + 10] as const);
  const manifest = serializeManifest({
    version: 1,
    reading: { encoding: 'utf8', separator: ';', width: 1 },
    header: false,
    columns: 1,
    total,
    badSyntax: 0,
    duplicates: 0,
    tasks,
  } as never);
  for (const listId of ids) await context.blobs.put(manifestKey({ listId, readRun }), manifest);
  expect(await reconcile(context)).toEqual({ pending: 50, failed: 0, deferredItems: 0 });
  expect(new Set(queues.waiting.map(({ body }) => body)).size).toBe(50 * 7);
  // The run reads each list, its owner and its completions, then updates and schedules the list.
  expect(requests.take()).toEqual({
    GetItem: 2 * 50,
    Query: IDLE_REQUESTS.Query + 50,
    UpdateItem: 50,
    PutItem: 50,
    DeleteItem: 50,
  });
});

it('ends reviews of lists that need none, and schedules the others at different times', async () => {
  const now = context.clock.now();
  const due = now - 1;
  const [, paused] = await storeLists([
    { status: LIST_STATUS.finished, userId: 'u', touchedAt: now - DAY_MS, due },
    { ...waitingList, userId: 'u', due },
  ]);
  const deleted = systemIds.ulid(now);
  await context.blobs.put(`results/${deleted}/all.csv`, 'a');
  await context.db.put(
    toPendingListItem({ userId: 'u', listId: deleted, since: now, deleted: true, due }),
  );

  expect(await reconcile(context)).toEqual({ pending: 3, failed: 0, deferredItems: 0 });
  expect(await context.blobs.size(`results/${deleted}/all.csv`)).toBeUndefined();
  expect((await pendingOf()).map((pending) => [pending.listId, pending.due])).toEqual([
    [paused, now + MINUTE_MS],
    [deleted, now + 20 * MINUTE_MS],
  ]);
});

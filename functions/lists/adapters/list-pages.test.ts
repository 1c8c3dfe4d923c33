import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../../shared/model/duration.ts';
import { startEmulator, type TestTable } from '../../../tests/support/dynamo.ts';
import { createActivity } from '../../access/adapters/activity.ts';
import { createOutbox } from '../../events/adapters/outbox.ts';
import { systemIds } from '../../platform/system.ts';
import { createFreeAnswers } from '../../credits/adapters/free-answers.ts';
import { createLedger } from '../../credits/adapters/ledger.ts';
import type { ListsDeps } from '../deps.ts';
import { listCountKey, listKey } from './keys.ts';
import { newList } from '../rules/list.ts';
import { toListAttributes } from './list-item.ts';
import { createLists } from './lists.ts';

const SEED = 20241010;
const DAY = Date.UTC(2026, 2, 1);
const clock = { now: () => DAY };
let table: TestTable;
let lists: ListsDeps['lists'];
/** Rows read by each query since a test last cleared this array. */
const scannedCounts: number[] = [];

beforeAll(async () => {
  table = await startEmulator();
  const db = table.db(clock);
  const ledger = createLedger(db, clock);
  lists = createLists(
    db,
    ledger,
    createOutbox(db, systemIds),
    createFreeAnswers(db, ledger, 1),
    createActivity(db, systemIds, clock, () => ''),
  );
  table.client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const response = await next(args);
        const { output } = response;
        if (commandName === 'QueryCommand' && 'ScannedCount' in output)
          scannedCounts.push(Number(output.ScannedCount));
        return response;
      },
    { step: 'initialize' },
  );
});
afterAll(() => table.stop());

async function fill(userId: string, count: number): Promise<string[]> {
  const names: string[] = [];
  const items = [];
  for (let number = 0; number < count; number += 1) {
    const at = DAY + number * HOUR_MS;
    const [name, listId] = [`List ${number}`, systemIds.ulid(at)];
    const createdAt = new Date(at).toISOString();
    const upload = { userId, listId, name, sourceName: 'l.csv', createdAt };
    items.push({ ...listKey(userId, listId), ...toListAttributes(newList(upload, at)) });
    names.push(name);
  }
  const db = table.db(clock);
  await Promise.all(items.map((item) => db.put(item)));
  await db.put({ ...listCountKey(userId), total: count });
  return names;
}

const createList = async (userId: string, now = DAY): Promise<string> => {
  const listId = systemIds.ulid(now);
  const createdAt = new Date(now).toISOString();
  await lists.addUpload({ userId, listId, name: 'l', sourceName: 'l.csv', createdAt }, now);
  await lists.create(userId, listId, now);
  return listId;
};

const firstPage = { page: 1, size: 10, newestFirst: true };

it('reads a page with the list count in one query, however many lists exist', async () => {
  await fill('many', 1200);
  expect(await lists.page('many', firstPage)).toMatchObject({
    total: 1200,
    last_page: 120,
    from: 1,
  });
  scannedCounts.length = 0;
  const page = await lists.page('many', firstPage);
  expect(page.data.map(({ name }) => name)).toEqual(
    Array.from({ length: 10 }, (_, at) => `List ${1199 - at}`),
  );
  expect(scannedCounts).toEqual([11]);
  expect((await lists.page('many', { ...firstPage, page: 30 })).data.at(-1)?.name).toBe('List 900');
  expect(scannedCounts).toEqual([11, 301]);
  const since = DAY + 1188 * HOUR_MS;
  const ofDay = await lists.page('many', { ...firstPage, page: 2, since });
  expect(ofDay).toMatchObject({ total: 12, data: [{ name: 'List 1189' }, { name: 'List 1188' }] });
  expect(scannedCounts).toEqual([11, 301, 12]);
  // A later page skips the rows before it; a page out of range reads nothing.
  expect((await lists.page('many', { ...firstPage, page: 120 })).data.at(-1)?.name).toBe('List 0');
  expect(scannedCounts.slice(3)).toEqual([1190, 10]);
  expect(await lists.page('many', { ...firstPage, page: 10_000 })).toMatchObject({
    data: [],
    from: null,
  });
  expect(scannedCounts).toHaveLength(5);

  const [newest] = page.data;
  expect(newest && (await lists.delete(newest, DAY))).toBe(true);
  expect(scannedCounts).toHaveLength(5);
  expect((await lists.page('many', firstPage)).total).toBe(1199);
});

it('returns the same pages as a plain array, for any page, order and day', async () => {
  const names = await fill('some', 47);
  const request = fc.record({
    page: fc.integer({ min: 1, max: 7 }),
    size: fc.integer({ min: 1, max: 20 }),
    newestFirst: fc.boolean(),
    since: fc.option(fc.integer({ min: -1, max: 48 }), { nil: undefined }),
  });
  await fc.assert(
    fc.asyncProperty(request, async ({ page, size, newestFirst, since }) => {
      const from = since === undefined ? undefined : DAY + since * HOUR_MS;
      const expected = names.filter((_, at) => since === undefined || at >= since);
      if (newestFirst) expected.reverse();
      const response = await lists.page('some', { page, size, newestFirst, since: from });
      expect(response.data.map(({ name }) => name)).toEqual(
        expected.slice((page - 1) * size, page * size),
      );
      expect(response.total).toBe(expected.length);
    }),
    { seed: SEED, numRuns: 60 },
  );
});

describe('the list count', () => {
  it('stays correct while lists are created and deleted concurrently', async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, () => createList('busy')));
    expect((await lists.page('busy', firstPage)).total).toBe(8);
    const some = await Promise.all(ids.slice(0, 5).map((id) => lists.get('busy', id)));
    await Promise.all([
      ...some.map((list) => list && lists.delete(list, DAY)),
      createList('busy'),
      lists.create('busy', ids[7] ?? '', DAY),
    ]);
    expect(await lists.page('busy', firstPage)).toMatchObject({ total: 4, data: { length: 4 } });
  });
});

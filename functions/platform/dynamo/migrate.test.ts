import { afterEach, beforeEach, expect, it } from 'vitest';
import { countRequests, type Requests } from '../../../tests/support/requests.ts';
import { startTable, type TestTable } from '../../../tests/support/dynamo.ts';
import { createChecks } from '../../checks/adapters/checks.ts';
import { createLedger } from '../../credits/adapters/ledger.ts';
import type { Db } from './db.ts';
import { createScanPages, type ScanPages } from './scan.ts';
import { migrate, type Migration } from './migrate.ts';
import { CHECK_MIGRATIONS } from '../../checks/adapters/migrations.ts';

const NOW = Date.UTC(2026, 0, 1);
const CHECKS = 60;
let table: TestTable;
let db: Db;
let scanPages: ScanPages;
let requests: Requests;
beforeEach(async () => {
  table = await startTable();
  db = table.db({ now: () => NOW });
  scanPages = createScanPages(table.client, table.name);
  requests = countRequests(table.client);
});
afterEach(() => table.stop());

const named = (wanted: string): Migration => {
  const found = CHECK_MIGRATIONS.find(({ name }) => name === wanted);
  if (!found) throw new Error(wanted);
  return found;
};
const options = { apply: true, segments: 2, pageSize: 7 } as const;

/** Pending checks as they stood in the partition of everything that is pending. */
async function givenOldChecks(): Promise<void> {
  for (let at = 0; at < CHECKS; at += 1)
    await db.put({ PK: 'PENDING', SK: `CHECK#r${at}`, requestId: `r${at}`, userId: 'u', since: 1 });
  await db.put({ PK: 'PENDING', SK: 'CLOSING#u', userId: 'u' });
}
const pendingChecks = async (): Promise<number> =>
  (await Array.fromAsync(createChecks(db, createLedger(db, { now: () => NOW })).pendingItems()))
    .length;
const left = async (): Promise<unknown[]> =>
  (await Array.fromAsync(db.query({ partition: 'PENDING' }))).map(({ SK }) => SK);

it('moves pending checks to their partitions, and finds none the second time', async () => {
  await givenOldChecks();
  const pendingCheck = named('pending-checks');
  const dry = await migrate({ db, scanPages }, pendingCheck, { ...options, apply: false });
  expect([dry, await pendingChecks()]).toEqual([{ found: CHECKS, changed: 0, left: 0 }, 0]);
  const found: number[] = [];
  const onPage = (soFar: { found: number }) => void found.push(soFar.found);
  const done = await migrate({ db, scanPages }, pendingCheck, { ...options, onPage });
  expect(done).toEqual({ found: CHECKS, changed: CHECKS, left: 0 });
  expect(found.at(-1)).toBe(CHECKS);
  expect([await pendingChecks(), await left()]).toEqual([CHECKS, ['CLOSING#u']]);
  const again = await migrate({ db, scanPages }, pendingCheck, options);
  expect(again).toEqual({ found: 0, changed: 0, left: 0 });
  expect(await Array.fromAsync(db.query({ partition: 'MIGRATION#pending-checks' }))).toEqual([]);
});

it('goes on where it was broken off', async () => {
  await givenOldChecks();
  let writes = 0;
  const dying: Db = {
    ...db,
    async transact(given) {
      if ((writes += 1) > 40) throw new Error('broken off');
      return db.transact(given);
    },
  };
  const pendingCheck = named('pending-checks');
  await expect(migrate({ db: dying, scanPages }, pendingCheck, options)).rejects.toThrow('broken');
  expect(await pendingChecks()).toBeGreaterThan(0);
  requests.take();
  await migrate({ db, scanPages }, pendingCheck, { ...options, apply: false });
  const pages = requests.take()['Scan'] ?? 0;
  const rest = await migrate({ db, scanPages }, pendingCheck, options);
  // Pages that were done before are not read again.
  expect(requests.take()['Scan']).toBeLessThan(pages);
  // An emulator that does not go on from a key that has moved leaves the rest to another run.
  const last = await migrate({ db, scanPages }, pendingCheck, options);
  expect([rest.found + last.found, rest.left + last.left]).toEqual([CHECKS - 40, 0]);
  expect(await pendingChecks()).toBe(CHECKS);
});

it('leaves an item that something else writes meanwhile, and gives it its layout next time', async () => {
  const renamed: Migration = {
    name: 'renamed',
    layout: 3,
    items: { text: 'SK = :thing', values: { ':thing': 'THING' } },
    change: ({ PK, SK, old }) => ({ PK: String(PK), SK: String(SK), fresh: old }),
  };
  for (const id of ['a', 'b', 'c'])
    await db.put({ PK: id, SK: 'THING', old: `old of ${id}`, v: 2 });
  await db.put({ PK: 'd', SK: 'THING', fresh: 'is there', v: 3 });
  const busy: Db = {
    ...db,
    async put(item, condition) {
      if (item.PK === 'b') await db.put({ PK: 'b', SK: 'THING', old: 'newer', v: 2 });
      return db.put(item, condition);
    },
  };
  const first = await migrate({ db: busy, scanPages }, renamed, options);
  expect(first).toEqual({ found: 3, changed: 2, left: 1 });
  expect(await migrate({ db, scanPages }, renamed, options)).toMatchObject({
    found: 1,
    changed: 1,
  });
  const things = await Promise.all(['a', 'b', 'd'].map((PK) => db.get({ PK, SK: 'THING' })));
  expect(things.map((item) => [item?.['fresh'], item?.['v']])).toEqual([
    ['old of a', 3],
    ['newer', 3],
    ['is there', 3],
  ]);
});

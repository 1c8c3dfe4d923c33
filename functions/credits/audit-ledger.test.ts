import { afterEach, beforeEach, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../shared/model/duration.ts';
import { startTable, type TestTable } from '../../tests/support/dynamo.ts';
import { USER_STATUS } from '../../shared/model/account.ts';
import { createDirectory } from '../access/adapters/directory.ts';
import { toDirectoryItem } from '../access/adapters/directory-item.ts';
import { runAs } from '../../tests/support/invoke.ts';
import type { Db } from '../platform/dynamo/db.ts';
import { createScan } from '../platform/dynamo/scan.ts';
import { balanceKey, checkpointKey, entryKey } from './adapters/keys.ts';
import { createLedgerAudit, type LedgerAudit } from './adapters/ledger-audit.ts';
import { createLedger, type Ledger } from './adapters/ledger.ts';
import { createLog } from '../platform/create-log.ts';
import { auditLedger, runHourlyAudit } from './audit-ledger.ts';
import { createDebitEntry } from './rules/ledger.ts';
import { auditLedger as handler } from './workers.ts';

const START = Date.UTC(2026, 0, 1);
let now = START;
const clock = { now: () => now };
let table: TestTable;
let db: Db;
let ledger: Ledger;
let reads: LedgerAudit;
let lines: string[];

beforeEach(async () => {
  now = START;
  table = await startTable();
  db = table.db(clock);
  ledger = createLedger(db, clock);
  reads = createLedgerAudit(db, clock, createScan(table.client, table.name));
  lines = [];
});
afterEach(() => table.stop());

async function createUsers(count: number): Promise<void> {
  for (let user = 0; user < count; user += 1) {
    const userId = `user-${user}`;
    const person = { email: '', firstName: '', lastName: '', status: USER_STATUS.active };
    await db.put(toDirectoryItem({ id: userId, ...person, createdAt: '' }));
    await ledger.grant(userId, { source: 'cs:1', amount: 100 + user, why: 'pack' });
    await ledger.transact(userId, [createDebitEntry('r', 7)]);
    await ledger.clawBack(userId, { id: 'ch:1', amount: 110, why: 'refund' });
    await db.put({ PK: `USER#${userId}`, SK: 'PROFILE', text: 'x'.repeat(200) });
  }
}

/** Runs the scheduled audit `hours` times, an hour apart, and returns the sums of all counts. */
async function audit(hours: number, ledgerAudit = reads) {
  const directory = createDirectory(db);
  const log = createLog('info', clock.now, (line) => lines.push(line));
  const sums = { users: 0, entries: 0, wrong: 0, undecided: 0 };
  for (let run = 0; run < hours; run += 1) {
    const counts = await runAs(handler, () =>
      runHourlyAudit({ clock, directory, ledgerAudit, log }),
    );
    for (const name of Object.keys(sums) as (keyof typeof sums)[]) sums[name] += counts[name];
    now += HOUR_MS;
  }
  return sums;
}
const alarms = () => lines.map((line) => JSON.parse(line) as { user: string; message: string });
const everything = () => Array.fromAsync(auditLedger({ clock, ledgerAudit: reads }));
const outcomes = async () =>
  (await everything())
    .filter(({ balance, entries }) => balance.outcome !== 'equal' || !entries.isEqual)
    .map(({ userId, balance, entries }) => [userId, balance.outcome, entries.isEqual])
    .toSorted();

it('audits every balance once a day and every entry within thirty days, and finds nothing', async () => {
  await createUsers(40);
  expect(await outcomes()).toEqual([]);
  now += 2 * DAY_MS;
  expect(await audit(24)).toMatchObject({ wrong: 0, undecided: 0 });
  for (let user = 0; user < 40; user += 1) {
    const balance = await ledger.balance(`user-${user}`);
    expect(await reads.checkpoint(`user-${user}`)).toMatchObject({ balance });
  }
  // Each user has a grant, a debit and a claw-back; 17 also borrowed a shortfall.
  const month = await audit(30 * 24);
  expect(month).toEqual({ users: 40 * 31, entries: 40 * 3 + 17, wrong: 0, undecided: 0 });
  expect(lines).toEqual([]);
});

it('finds a manually changed balance, a lost entry, and an entry without a balance', async () => {
  await createUsers(31);
  await db.update(balanceKey('user-3'), { text: 'ADD available :n', values: { ':n': 5 } });
  await db.delete(entryKey('user-30', 'debit:r'));
  const [from, to, at] = ['source', 'available', new Date(now).toISOString()];
  await db.put({ ...entryKey('stranger', 'grant:x'), from, to, amount: 1, at });
  now += 2 * DAY_MS;
  expect(await outcomes()).toEqual([
    ['stranger', 'equal', false],
    ['user-3', 'differs', true],
    ['user-30', 'equal', false],
  ]);
  await audit(24);
  expect(alarms().map(({ user }) => user)).toContain('user-3');
  await audit(29 * 24);
  expect(new Set(alarms().map(({ user }) => user))).toEqual(
    new Set(['stranger', 'user-3', 'user-30']),
  );
  expect(alarms().find(({ user }) => user === 'user-30')).toMatchObject({
    level: 'error',
    event: 'ledger_differs',
    lines: expect.stringContaining('"consumed":7'),
    recomputed: expect.stringContaining('"consumed":0'),
  });
});

it('reports no difference for a customer who never stops checking addresses', async () => {
  await createUsers(1);
  await ledger.grant('user-0', { source: 'cs:2', amount: 100_000, why: 'pack' });
  let checks = 0;
  const busy: LedgerAudit = {
    ...reads,
    async *lines(...args) {
      yield* reads.lines(...args);
      await ledger.transact('user-0', [createDebitEntry(`busy-${(checks += 1)}`, 1)]);
    },
    async storedBalance(userId) {
      const stored = await reads.storedBalance(userId);
      await ledger.transact('user-0', [createDebitEntry(`busy-${(checks += 1)}`, 1)]);
      return stored;
    },
  };
  const counts = await audit(24, busy);
  expect(checks).toBeGreaterThan(40);
  expect(counts).toMatchObject({ users: 1, wrong: 0, undecided: 1 });
  expect(lines).toEqual([]);
  expect(await audit(24)).toMatchObject({ wrong: 0, undecided: 0 });
});

it('reads no usage lines before the checkpoint again', async () => {
  await createUsers(1);
  let read = 0;
  const counts: number[] = [];
  const counted: LedgerAudit = {
    ...reads,
    async *lines(...args) {
      for await (const line of reads.lines(...args)) {
        read += 1;
        yield line;
      }
    },
  };
  await ledger.grant('user-0', { source: 'cs:2', amount: 1000, why: 'pack' });
  for (let day = 1; day <= 20; day += 1) {
    now = START + day * DAY_MS;
    await ledger.transact('user-0', [createDebitEntry(`day-${day}`, 1, 'web')]);
    read = 0;
    expect(await audit(24, counted)).toMatchObject({ wrong: 0, undecided: 0 });
    counts.push(read);
  }
  // An audit reads the lines of up to three days, and reads them twice if it also audits the
  // customer's entries.
  expect(Math.max(...counts.slice(2))).toBeLessThanOrEqual(6);
  // A difference stops the checkpoint from advancing, and is reported every day.
  const { day } = await reads.checkpoint('user-0');
  await db.update(balanceKey('user-0'), { text: 'ADD available :n', values: { ':n': 1 } });
  expect((await audit(48)).wrong).toBeGreaterThanOrEqual(2);
  expect((await reads.checkpoint('user-0')).day).toBe(day);
});

it('assigns entries written around midnight to the days of their usage lines', async () => {
  await createUsers(1);
  for (let minute = -90; minute <= 90; minute += 10) {
    now = START + 2 * DAY_MS + minute * 60_000;
    await ledger.transact('user-0', [createDebitEntry(`at${minute}`, 1)]);
    await ledger.grant('user-0', { source: `cs:${minute}`, amount: 10, why: 'pack' });
    expect(await outcomes()).toEqual([]);
    const at = now;
    expect(await audit(24)).toMatchObject({ wrong: 0, undecided: 0 });
    now = at;
  }
});

it('reports no difference while the items of a closed account expire one by one', async () => {
  await createUsers(1);
  now += 2 * DAY_MS;
  await audit(24);
  const ttl = now / 1000 + 3600;
  const partition = 'USER#user-0';
  const keys = await Array.fromAsync(db.query({ partition }), ({ PK, SK }) => ({
    PK: String(PK),
    SK: String(SK),
  }));
  for (const key of keys)
    await db.update(key, {
      text: 'SET #ttl = :ttl',
      names: { '#ttl': 'ttl' },
      values: { ':ttl': ttl },
    });
  expect(keys.map(({ SK }) => SK)).toContain(checkpointKey('').SK);
  now += 2 * HOUR_MS;
  await db.delete(entryKey('user-0', 'debit:r'));
  await db.delete(balanceKey('user-0'));
  expect(await outcomes()).toEqual([]);
  expect(await audit(24)).toMatchObject({ wrong: 0, undecided: 0 });
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTable, type TestTable } from '../../tests/support/dynamo.ts';
import { runAs } from '../../tests/support/invoke.ts';
import type { Db } from '../platform/dynamo/db.ts';
import { createScan } from '../platform/dynamo/scan.ts';
import { balanceKey, entryKey } from './adapters/keys.ts';
import { createLedgerAudit } from './adapters/ledger-audit.ts';
import { createLedger } from './adapters/ledger.ts';
import { createLog } from '../platform/create-log.ts';
import { type AuditResult, auditLedger, reportAudit } from './audit-ledger.ts';
import type { LedgerAudit } from './adapters/ledger-audit.ts';
import { debitEntry } from './rules/ledger.ts';
import { handler } from './workers/audit-ledger.ts';

const clock = { now: () => Date.UTC(2026, 0, 1) };
const USERS = 40;
let table: TestTable;
let db: Db;
let reads: LedgerAudit;

beforeAll(async () => {
  table = await startTable();
  db = table.db(clock);
  reads = createLedgerAudit(db, createScan(table.client, table.name));
  const ledger = createLedger(db, clock);
  for (let user = 0; user < USERS; user += 1) {
    const userId = `user-${user}`;
    await ledger.grant(userId, { source: 'cs:1', amount: 100 + user, why: 'pack' });
    await ledger.transact(userId, [debitEntry('r', 7)]);
    await ledger.clawBack(userId, { id: 'ch:1', amount: 110, why: 'refund' });
    await db.put({ PK: `USER#${userId}`, SK: 'PROFILE', text: 'x'.repeat(200) });
  }
});
afterAll(() => table.stop());

async function auditAll(audit = reads): Promise<AuditResult[]> {
  const all: AuditResult[] = [];
  for await (const each of auditLedger(audit)) all.push(each);
  return all;
}
const mismatches = async (audit?: LedgerAudit) =>
  (await auditAll(audit)).filter(({ isCorrect }) => !isCorrect);

it('audits every user once and finds no difference in a correct ledger', async () => {
  const all = await auditAll();
  expect(new Set(all.map(({ userId }) => userId)).size).toBe(USERS);
  expect(all).toHaveLength(USERS);
  // Each user has a grant, a debit and a claw-back; 17 of them also have a borrow entry for a
  // shortfall.
  expect(all.reduce((sum, { entries }) => sum + entries, 0)).toBe(USERS * 3 + 17);
  expect(all.filter(({ isCorrect }) => !isCorrect)).toEqual([]);
});

const byUser = (a: { user: string }, b: { user: string }) => a.user.localeCompare(b.user);

it('finds a balance that was changed by hand, a lost entry, and an entry without a balance', async () => {
  await db.update(balanceKey('user-3'), { text: 'ADD available :n', values: { ':n': 5 } });
  await db.delete(entryKey('user-30', 'debit:r'));
  const stray = {
    id: 'grant:x',
    kind: 'grant',
    from: 'source',
    to: 'available',
    amount: 1,
    why: '',
  };
  await db.put({ ...entryKey('stranger', 'grant:x'), ...stray });
  const found = (await mismatches()).toSorted((a, b) => a.userId.localeCompare(b.userId));
  const zeros = { available: 0, reserved: 0, consumed: 0, held: 0, debt: 0 };
  expect(found).toEqual([
    {
      userId: 'stranger',
      entries: 1,
      stored: zeros,
      recomputed: { ...zeros, available: 1 },
      isCorrect: false,
    },
    {
      userId: 'user-3',
      entries: 4,
      stored: { ...zeros, consumed: 7, available: 5, debt: 14 },
      recomputed: { ...zeros, consumed: 7, debt: 14 },
      isCorrect: false,
    },
    {
      userId: 'user-30',
      entries: 2,
      stored: { ...zeros, consumed: 7, available: 13 },
      recomputed: { ...zeros, available: 20 },
      isCorrect: false,
    },
  ]);
  const lines: string[] = [];
  const log = createLog('info', clock.now, (line) => lines.push(line));
  const day = Array.from({ length: 24 }, (_, hour) => clock.now() + hour * 3_600_000);
  const runs = day.map((at) =>
    runAs(handler, () => reportAudit({ clock: { now: () => at }, ledgerAudit: reads, log })),
  );
  const counts = await Promise.all(runs);
  // Each run audits a part of the users; the runs of a day audit every user once.
  expect(Math.max(...counts.map(({ users }) => users))).toBeLessThan(10);
  const sum = (field: 'users' | 'wrong') => counts.reduce((all, count) => all + count[field], 0);
  expect([sum('users'), sum('wrong')]).toEqual([41, 3]);
  expect(lines.map((line) => JSON.parse(line)).toSorted(byUser)).toMatchObject([
    { level: 'error', event: 'ledger_differs', user: 'stranger' },
    { level: 'error', event: 'ledger_differs', user: 'user-3' },
    { level: 'error', event: 'ledger_differs', user: 'user-30' },
  ]);
  for (const { userId } of found)
    for await (const { PK, SK } of db.query({ partition: `USER#${userId}`, prefix: '' }))
      await db.delete({ PK: String(PK), SK: String(SK) });
});

it('reports no difference for movements written while it reads', async () => {
  const ledger = createLedger(db, clock);
  let moved = 0;
  const busy: LedgerAudit = {
    ...reads,
    async *entries(userId) {
      if (moved < 5) await ledger.transact(userId, [debitEntry(`busy-${(moved += 1)}`, 1)]);
      yield* reads.entries(userId);
    },
    async *users() {
      yield 'user-39';
    },
  };
  expect(await mismatches(busy)).toEqual([]);
  expect(moved).toBe(5);
});

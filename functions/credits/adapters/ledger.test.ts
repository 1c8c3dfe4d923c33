import { describe, expect, it } from 'vitest';
import { startFileTable } from '../../../tests/support/file-table.ts';
import {
  sumEntries,
  createGrantEntry,
  createReleaseEntry,
  createReserveEntry,
  createSettleEntry,
} from '../rules/ledger.ts';
import type { Db, Expression } from '../../platform/dynamo/db.ts';
import { itemNotExists, putWrite } from '../../platform/dynamo/expression.ts';
import { listKey } from '../../lists/adapters/keys.ts';
import { createLedger } from './ledger.ts';

const clock = { now: () => Date.UTC(2026, 0, 1) };
let users = 0;

const freshUser = (): string => `user-${(users += 1)}`;
const ledgerOn = (base: Db) => createLedger(base, clock);

const table = await startFileTable();
const db = table.db(clock);

/**
 * Checks that the balance is the sum of the entries, no account is below zero, and every id is
 * unique.
 */
async function assertInvariants(userId: string): Promise<void> {
  const ledger = ledgerOn(db);
  const [balance, entries] = [
    await ledger.balance(userId),
    await Array.fromAsync(ledger.entries(userId)),
  ];
  expect(balance).toEqual(sumEntries(entries));
  expect(Math.min(...Object.values(balance))).toBeGreaterThanOrEqual(0);
  expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
}

describe('transact', () => {
  it('writes settlement and release together or not at all', async () => {
    const userId = freshUser();
    const ledger = ledgerOn(db);
    await ledger.transact(userId, [
      createGrantEntry('welcome', 100, 'w'),
      createReserveEntry('L', 1, 60),
    ]);
    const tooMuch = [createSettleEntry('L', 55), createReleaseEntry('L', 6)];
    expect(await ledger.transact(userId, tooMuch)).toBe('insufficient');
    expect(
      await ledger.transact(userId, [createSettleEntry('L', 55), createReleaseEntry('L', 5)]),
    ).toBe('applied');
    expect(await ledger.balance(userId)).toEqual({
      available: 45,
      reserved: 0,
      consumed: 55,
      held: 0,
      debt: 0,
    });
    await assertInvariants(userId);
  });

  it('skips movements of zero credits', async () => {
    const userId = freshUser();
    expect(await ledgerOn(db).transact(userId, [createSettleEntry('L', 0)])).toBe('applied');
    expect(await Array.fromAsync(ledgerOn(db).entries(userId))).toEqual([]);
  });
});

describe('transact', () => {
  const extraWrite = (userId: string, condition: Expression) =>
    putWrite({ ...listKey(userId, 'L'), state: 'started' }, condition);

  it('writes an extra item too, or nothing at all if its condition fails', async () => {
    const userId = freshUser();
    const ledger = ledgerOn(db);
    await ledger.transact(userId, [createGrantEntry('welcome', 10, 'w')]);
    const fresh = extraWrite(userId, itemNotExists);
    expect(await ledger.transact(userId, [createReserveEntry('L', 1, 4)], [fresh])).toBe('applied');
    expect(await db.get(listKey(userId, 'L'))).toMatchObject({ state: 'started' });
    expect(await ledger.transact(userId, [createReserveEntry('L', 2, 4)], [fresh])).toBe('stale');
    expect((await ledger.balance(userId)).reserved).toBe(4);
  });

  it('returns insufficient, and skips the extra write, if the credits are missing', async () => {
    const userId = freshUser();
    const fresh = extraWrite(userId, itemNotExists);
    const outcome = await ledgerOn(db).transact(userId, [createReserveEntry('L', 1, 1)], [fresh]);
    expect(outcome).toBe('insufficient');
    expect(await db.get(listKey(userId, 'L'))).toBeUndefined();
  });
});

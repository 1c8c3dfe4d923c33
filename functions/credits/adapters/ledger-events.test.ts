import { describe, expect, it } from 'vitest';
import { startFileTable } from '../../../tests/support/file-table.ts';
import type { Db } from '../../platform/dynamo/db.ts';
import { key } from '../../platform/dynamo/key.ts';
import type { Balance } from '../rules/ledger-entry.ts';
import {
  createDebitEntry,
  sumEntries,
  createReleaseEntry,
  createReserveEntry,
  createSettleEntry,
  createUndoEntry,
} from '../rules/ledger.ts';
import {
  updateExpression,
  conditionCheck,
  deleteWrite,
  itemNotExists,
  itemExists,
  putWrite,
} from '../../platform/dynamo/expression.ts';
import { balanceKey, entryKey } from './keys.ts';
import { createLedger } from './ledger.ts';
import { LedgerMismatchError } from './ledger-transactions.ts';

const clock = { now: () => Date.UTC(2026, 0, 1) };
let users = 0;

const table = await startFileTable();
const db = table.db(clock);

function createUser() {
  const ledger = createLedger(db, clock);
  const userId = `user-${(users += 1)}`;
  const why = 'test';
  return {
    userId,
    ledger,
    grant: (source: string, amount: number) => ledger.grant(userId, { source, amount, why }),
    clawBack: (id: string, amount: number) => ledger.clawBack(userId, { id, amount, why }),
    debit: (id: string, amount: number) => ledger.transact(userId, [createDebitEntry(id, amount)]),
    async nonzeroBalance(): Promise<Partial<Balance>> {
      const balance = await ledger.balance(userId);
      expect(balance).toEqual(sumEntries(await Array.fromAsync(ledger.entries(userId))));
      return Object.fromEntries(Object.entries(balance).filter(([, credits]) => credits !== 0));
    },
    ids: async () => (await Array.fromAsync(ledger.entries(userId))).map(({ id }) => id).toSorted(),
  };
}

describe('a claw-back', () => {
  it('of zero credits is recorded too, with its extra writes', async () => {
    const user = createUser();
    const extraWrite = putWrite({ ...key(user.userId, 'REFUND'), recorded: true }, itemNotExists);
    const refund = { id: 'ch:0', amount: 0, why: 'less than a credit' };
    expect(await user.ledger.clawBack(user.userId, refund, [extraWrite])).toBe('applied');
    expect(await user.ledger.clawBack(user.userId, refund, [extraWrite])).toBe('replayed');
    const other = { ...refund, id: 'ch:1', amount: 5 };
    expect(await user.ledger.clawBack(user.userId, other, [extraWrite])).toBe('stale');
    expect(await user.nonzeroBalance()).toEqual({});
    // Another amount for the same event is a bug, unless the event was decided on outdated data.
    const changed = { ...refund, amount: 5 };
    expect(await user.ledger.clawBack(user.userId, changed, [extraWrite])).toBe('stale');
    await expect(user.clawBack('ch:0', 5)).rejects.toThrow(LedgerMismatchError);
    const passingWrite = putWrite({ ...key(user.userId, 'OTHER') }, itemNotExists);
    await expect(user.ledger.clawBack(user.userId, changed, [passingWrite])).rejects.toThrow(
      LedgerMismatchError,
    );
    expect(await db.get(key(user.userId, 'OTHER'))).toBeUndefined();
  });

  it('is repaid by credits that a list or a check releases', async () => {
    const user = createUser();
    const { transact } = user.ledger;
    await user.grant('cs:1', 100);
    await user.debit('r', 10);
    await transact(user.userId, [createReserveEntry('L', 1, 90)]);
    await user.clawBack('ch:100', 95);
    expect(await user.nonzeroBalance()).toEqual({ consumed: 10, reserved: 90, debt: 95 });
    expect(await transact(user.userId, [createReleaseEntry('L', 90)])).toBe('applied');
    expect(await transact(user.userId, [createReleaseEntry('L', 90)])).toBe('replayed');
    expect(await user.nonzeroBalance()).toEqual({ consumed: 10, debt: 5 });
    expect(await transact(user.userId, [createUndoEntry('r', 10)])).toBe('applied');
    expect(await user.nonzeroBalance()).toEqual({ available: 5 });
    expect(await user.ids()).toEqual([
      'borrow:clawback:ch:100',
      'clawback:ch:100',
      'debit:r',
      'grant:cs:1',
      'release:L:1',
      'repay:release:L:1',
      'repay:undo:r',
      'reserve:L:1',
      'undo:r',
    ]);
  });
});

it('reports a list that ended between two attempts as stale instead of insufficient, even if a debt is repaid', async () => {
  const user = createUser();
  const marker = key(user.userId, 'LIST');
  const listExists = conditionCheck(marker, itemExists);
  const end = deleteWrite(marker);
  await db.put({ ...marker });
  await user.grant('cs:1', 10);
  await user.ledger.transact(user.userId, [createReserveEntry('L', 1, 4)]);
  await user.clawBack('ch:1', 10);
  expect(await user.nonzeroBalance()).toEqual({ reserved: 4, debt: 4 });
  let tries = 0;
  const interrupted: Db = {
    ...db,
    async transact(writes) {
      const canceled = await db.transact(writes);
      tries += 1;
      if (tries === 1) await user.ledger.transact(user.userId, [createSettleEntry('L', 4)], [end]);
      return canceled;
    },
  };
  const release = [createReleaseEntry('L', 4)];
  const outcome = createLedger(interrupted, clock).transact(user.userId, release, [listExists]);
  expect(await outcome).toBe('stale');
  expect(await user.nonzeroBalance()).toEqual({ consumed: 4, debt: 4 });
});

it('reports its own entries, written between two attempts, as replayed instead of insufficient', async () => {
  const user = createUser();
  await user.grant('cs:1', 10);
  await user.ledger.transact(user.userId, [createReserveEntry('L', 1, 8)]);
  await user.clawBack('ch:1', 6);
  const release = [createReleaseEntry('L', 8)];
  let tries = 0;
  const interrupted: Db = {
    ...db,
    async transact(writes) {
      const canceled = await db.transact(writes);
      tries += 1;
      // Repays the whole debt, so that the balance looks the same as before the first attempt.
      if (tries === 1) await user.ledger.transact(user.userId, release);
      return canceled;
    },
  };
  const outcome = createLedger(interrupted, clock).transact(user.userId, release);
  expect(await outcome).toBe('replayed');
  expect(await user.nonzeroBalance()).toEqual({ available: 4 });
});

it('gives entries of a closed account the expiry of its ledger', async () => {
  const { grant, clawBack, userId } = createUser();
  await grant('cs', 10);
  const ttl = Date.UTC(2036, 0, 1) / 1000;
  await db.update(balanceKey(userId), updateExpression({ ttl }));
  await clawBack('re', 10);
  expect((await db.get(entryKey(userId, 'clawback:re')))?.['ttl']).toBe(ttl);
  expect((await db.get(entryKey(userId, 'grant:cs')))?.['ttl']).toBeUndefined();
});

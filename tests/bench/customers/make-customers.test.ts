import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomFrom } from '../../support/random.ts';
import { startTable, type TestTable } from '../../support/dynamo.ts';
import { testContext } from '../../support/test-context.ts';
import type { Purchase } from '../../../functions/billing/rules/purchase.ts';
import { fold } from '../../../functions/credits/rules/ledger.ts';
import { makeCustomers } from './make-customers.ts';

const COUNT = 300;

let table: TestTable;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

describe('customers who do not exist', () => {
  it('are what accounts, ledger and purchases would have made of them, and seen at once', async () => {
    const context = testContext(table);
    const { accounts, clock, customers, db, directory, ledger, purchases } = context;
    expect((await customers.current()).count(1)).toBe(0);
    const told: number[] = [];
    const make = (seed: number) =>
      makeCustomers(
        { db, clock },
        { count: COUNT, random: randomFrom(seed), passwordHash: 'hash' },
        (made) => told.push(made),
      );
    await make(1);
    expect(told).toEqual([250, 300]);

    const index = await customers.current();
    const [active, inactive] = [index.count(1), index.count(2)];
    expect(active + inactive).toBe(COUNT);
    expect(inactive).toBeGreaterThan(0);

    let bought = 0;
    for (const row of (await directory.list()).slice(0, 25)) {
      const user = await accounts.get(row.id);
      expect(user).toMatchObject(row);
      expect(await accounts.findByEmail(row.email.toUpperCase())).toEqual(user);
      expect(await ledger.balance(row.id)).toEqual(fold(await ledger.entries(row.id)));
      const all: Purchase[] = [];
      for await (const purchase of purchases.list(row.id)) all.push(purchase);
      expect(await purchases.count(row.id)).toBe(all.length);
      expect(user?.paid).toBe(all.length > 0);
      for (const { date } of all) expect(date >= row.createdAt).toBe(true);
      bought += all.length;
    }
    expect(bought).toBeGreaterThan(0);

    // The same numbers make the same customers, in their own place; other numbers make others.
    await make(1);
    expect((await customers.current()).count(1)).toBe(active);
    await make(2);
    expect((await directory.list()).length).toBe(2 * COUNT);
  });
});

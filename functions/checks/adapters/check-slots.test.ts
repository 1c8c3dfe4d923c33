import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestTable, startTable } from '../../../tests/support/dynamo.ts';
import { testClock } from '../../../tests/support/test-context.ts';
import { systemIds } from '../../platform/system.ts';
import { createCheckSlots } from './check-slots.ts';
import { CHECKS_IN_FLIGHT } from './keys.ts';

let table: TestTable;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

function setUp() {
  const clock = testClock();
  const slots = createCheckSlots(table.db(clock), clock, systemIds);
  return { clock, slots, userId: systemIds.ulid(clock.now()) };
}

it('grants concurrent calls no more slots than the limit, and reuses released slots', async () => {
  const { slots, userId } = setUp();
  const results = await Promise.all(Array.from({ length: 12 }, () => slots.take(userId, 5)));
  const taken = results.flatMap((slot) => slot ?? []);
  expect(new Set(taken.map(({ holder }) => holder)).size).toBe(5);
  for (const slot of taken) await slots.release(slot);
  const last = await slots.take(userId, 1);
  expect(last).toBeDefined();
  expect(await slots.take(userId, 1)).toBeUndefined();
  if (last) await slots.release(last);
});

it('limits the slots of all accounts together', async () => {
  const { clock, slots } = setUp();
  const accounts = Array.from({ length: 100 }, () => systemIds.ulid(clock.now()));
  const take = () => Promise.all(accounts.flatMap((id) => [1, 2, 3].map(() => slots.take(id, 10))));
  const taken = [...(await take()), ...(await take())].flatMap((slot) => slot ?? []);
  expect(taken).toHaveLength(CHECKS_IN_FLIGHT);
  expect(await slots.take(systemIds.ulid(clock.now()), 10)).toBeUndefined();
  await Promise.all(taken.map((slot) => slots.release(slot)));
  const again = await Promise.all(accounts.map((id) => slots.take(id, 1)));
  // A rejected check has also released the slot of its own account.
  expect(again.filter((slot) => slot).length).toBeGreaterThan(CHECKS_IN_FLIGHT / 2);
  await Promise.all(again.map((slot) => slot && slots.release(slot)));
});

it('lets a slot expire, and ignores its release by the previous holder', async () => {
  const { clock, slots, userId } = setUp();
  const first = await slots.take(userId, 1);
  clock.advance(29_000);
  expect(await slots.take(userId, 1)).toBeUndefined();
  clock.advance(1000);
  expect(await slots.take(userId, 1)).toBeDefined();
  if (first) await slots.release(first);
  expect(await slots.take(userId, 1)).toBeUndefined();
});

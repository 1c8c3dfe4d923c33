import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestTable, startTable } from '../../../tests/support/dynamo.ts';
import { testClock } from '../../../tests/support/test-context.ts';
import { systemIds } from '../../platform/system.ts';
import { createCheckSlots } from './check-slots.ts';

let table: TestTable;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

function given() {
  const clock = testClock();
  const slots = createCheckSlots(table.db(clock), clock, systemIds);
  return { clock, slots, userId: systemIds.ulid(clock.now()) };
}

it('are as many as are allowed, when all ask at once, and free again when given back', async () => {
  const { slots, userId } = given();
  const asked = await Promise.all(Array.from({ length: 12 }, () => slots.take(userId, 5)));
  const taken = asked.flatMap((slot) => slot ?? []);
  expect(new Set(taken.map(({ number }) => number))).toEqual(new Set([0, 1, 2, 3, 4]));
  expect(taken).toHaveLength(5);
  for (const slot of taken) await slots.release(slot);
  expect(await slots.take(userId, 1)).toMatchObject({ number: 0 });
  expect(await slots.take(userId, 1)).toBeUndefined();
});

it('end by themselves, and are then not given back by who held them first', async () => {
  const { clock, slots, userId } = given();
  const first = await slots.take(userId, 1);
  clock.advance(29_000);
  expect(await slots.take(userId, 1)).toBeUndefined();
  clock.advance(1000);
  expect(await slots.take(userId, 1)).toBeDefined();
  if (first) await slots.release(first);
  expect(await slots.take(userId, 1)).toBeUndefined();
});

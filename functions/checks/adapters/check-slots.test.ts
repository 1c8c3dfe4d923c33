import { expect, it } from 'vitest';
import { startFileTable } from '../../../tests/support/file-table.ts';
import { testClock } from '../../../tests/support/test-clock.ts';
import { systemIds } from '../../platform/system.ts';
import { createCheckSlots } from './check-slots.ts';
import { DEFAULT_CHECKS_IN_FLIGHT } from './keys.ts';

const SHARED = DEFAULT_CHECKS_IN_FLIGHT;

const table = await startFileTable();

function setUp() {
  const clock = testClock();
  const slots = createCheckSlots(table.db(clock), clock, systemIds, SHARED);
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
  const accounts = Array.from({ length: SHARED }, () => systemIds.ulid(clock.now()));
  const taken = [];
  for (const id of accounts) taken.push(await slots.take(id, 10));
  expect(taken.filter((slot) => slot)).toHaveLength(SHARED);
  expect(await slots.take(systemIds.ulid(clock.now()), 10)).toBeUndefined();
  await Promise.all(taken.map((slot) => slot && slots.release(slot)));
  const take = () => Promise.all(accounts.flatMap((id) => [1, 2, 3].map(() => slots.take(id, 10))));
  const atOnce = (await take()).flatMap((slot) => slot ?? []);
  expect(atOnce.length).toBeLessThanOrEqual(SHARED);
  await Promise.all(atOnce.map((slot) => slots.release(slot)));
  const again = await Promise.all(accounts.map((id) => slots.take(id, 1)));
  // A call that gets no shared slot must also release its account slot.
  expect(again.filter((slot) => slot).length).toBeGreaterThan(SHARED / 2);
  await Promise.all(again.map((slot) => slot && slots.release(slot)));
});

it('leaves other accounts as many slots as an account holds, and limits forms separately', async () => {
  const { clock, slots, userId } = setUp();
  const takeAll = async (id: string, formId?: string) => {
    const taken = [];
    for (let at = 0; at < SHARED; at += 1) taken.push(await slots.take(id, SHARED, formId));
    return taken.flatMap((slot) => slot ?? []);
  };
  const first = await takeAll(userId);
  expect(first).toHaveLength(50);
  const second = await takeAll(systemIds.ulid(clock.now()));
  expect(second).toHaveLength(25);
  const form = await takeAll(userId, systemIds.ulid(clock.now()));
  expect(form).toHaveLength(6);
  expect(await slots.take(userId, 3, systemIds.ulid(clock.now()))).toBeUndefined();
  await Promise.all([...first, ...second, ...form].map((slot) => slots.release(slot)));
});

it('expires a slot, which its first holder can then no longer release', async () => {
  const { clock, slots, userId } = setUp();
  const first = await slots.take(userId, 1);
  clock.advance(29_000);
  expect(await slots.take(userId, 1)).toBeUndefined();
  clock.advance(1000);
  expect(await slots.take(userId, 1)).toBeDefined();
  if (first) await slots.release(first);
  expect(await slots.take(userId, 1)).toBeUndefined();
});

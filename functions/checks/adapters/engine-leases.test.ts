import { expect, it } from 'vitest';
import { startTable } from '../../../tests/support/dynamo.ts';
import { randomFrom } from '../../../tests/support/random.ts';
import { testClock } from '../../../tests/support/test-clock.ts';
import { maxSessions, runFleet } from '../../../packages/verifier/tests/simulated-fleet.ts';
import { createVirtualTime } from '../../../packages/verifier/tests/virtual-time.ts';
import { createLeaseStore } from './engine-stores.ts';

const LEASE = {
  holder: 'a',
  sessions: 2,
  need: 3,
  until: 7000,
  since: 5000,
  customer: 'c',
  priority: 1,
} as const;
const STATE = { limit: 2.5, halvedAt: 0, leases: [LEASE] };

it('replaces leases only if they are unchanged since they were read', async () => {
  await using table = await startTable();
  const leases = createLeaseStore(table.db(testClock()));
  expect(await leases.read('google|mta.test')).toBeUndefined();
  expect(await leases.write('google|mta.test', 0, STATE)).toBe(true);
  expect(await leases.write('google|mta.test', 0, { ...STATE, limit: 8 })).toBe(false);
  expect(await leases.read('google|mta.test')).toEqual({ version: 1, state: STATE });
  expect(await leases.write('google|mta.test', 1, { ...STATE, leases: [] })).toBe(true);
  expect(await leases.write('google|mta.test', 1, STATE)).toBe(false);
  expect((await leases.read('google|mta.test'))?.state.leases).toEqual([]);
  expect(await leases.read('google|other.test')).toBeUndefined();
});

it('divides the sessions that a provider accepts among workers', async () => {
  await using table = await startTable();
  const time = createVirtualTime(Date.UTC(2026, 0, 1));
  const leases = createLeaseStore(table.db(time));
  const store = {
    read: (key: string) => time.outside(leases.read(key)),
    write: (...change: Parameters<typeof leases.write>) => time.outside(leases.write(...change)),
  };
  const fleet = {
    workers: 6,
    tasks: Array.from({ length: 12 }, () => new Map([['orange', 100]])),
    storeOf: () => store,
  };
  const { opened, answered } = await runFleet(fleet, time, randomFrom(1));
  expect(Math.max(...opened.map(({ open }) => open))).toBe(maxSessions('orange'));
  expect(answered.reduce((sum, { count }) => sum + count, 0)).toBe(1200);
});

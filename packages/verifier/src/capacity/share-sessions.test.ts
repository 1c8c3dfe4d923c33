import { expect, test } from 'vitest';
import type { Lease } from '../model/leases.ts';
import { LEASE_MS, shareSessions } from './share-sessions.ts';

const NOW = Date.UTC(2026, 0, 1);
const lease = (holder: string, sessions: number, need: number, rest: Partial<Lease> = {}) => ({
  holder,
  sessions,
  need,
  until: NOW + 1,
  since: NOW - 1,
  customer: '',
  priority: 0 as const,
  ...rest,
});
const request = (need: number, rest = {}) => ({
  holder: 'me',
  open: 0,
  need,
  most: need,
  customer: '',
  priority: 0 as const,
  ...rest,
});

test.each([
  ['the first process gets what it needs', [], request(3), 'me 3/3', 3],
  [
    'the first process gets more in advance, but a quarter stays free',
    [],
    request(3, { most: 8 }),
    'me 5/3',
    5,
  ],
  [
    'a process gets none in advance if another process needs them',
    [lease('a', 2, 4)],
    request(1, { most: 8 }),
    'a 4/4, me 1/1',
    1,
  ],
  ['the next process gets the free sessions', [lease('a', 6, 6)], request(4), 'a 6/6, me 2/4', 2],
  ['a process waits if no session is free', [lease('a', 8, 8)], request(1), 'a 8/8, me 0/1', 0],
  ['expired leases are free', [lease('a', 8, 8, { until: NOW })], request(8), 'me 8/8', 8],
  ['free sessions go to all waiting processes', [lease('a', 0, 2)], request(0), 'a 2/2', 0],
  ['a process without need gives all sessions back', [lease('me', 5, 5)], request(0), '', 0],
  ['open sessions are kept', [lease('me', 5, 5)], request(0, { open: 2, need: 2 }), 'me 2/2', 2],
  [
    'a process with more than its share gives sessions back',
    [lease('me', 8, 8), lease('a', 0, 8)],
    request(8),
    'me 4/8, a 4/8',
    4,
  ],
  [
    'a process with more than its share keeps its open sessions',
    [lease('me', 8, 8), lease('a', 0, 8)],
    request(8, { open: 7 }),
    'me 7/8, a 1/8',
    4,
  ],
  [
    'an urgent process comes first',
    [lease('a', 7, 7), lease('b', 0, 1)],
    request(1, { priority: 2 }),
    'me 1/1, a 7/7, b 0/1',
    1,
  ],
  [
    'two processes of a customer get as many as one of another customer',
    [lease('me', 4, 8), lease('b', 4, 8), lease('c', 0, 8, { customer: 'other' })],
    request(8),
    'me 2/8, b 4/8, c 2/8',
    2,
  ],
  [
    'a short list comes before the long ones of the same customer',
    [lease('a', 4, 8), lease('b', 4, 8)],
    request(2, { priority: 1 }),
    'me 0/2, a 4/8, b 4/8',
    0,
  ],
])('%s', (_, leases, mine, expected, allowed) => {
  const shared = shareSessions({ limit: 8.9, halvedAt: 0, leases }, mine, NOW);
  const text = shared.next.leases.map((each) => `${each.holder} ${each.sessions}/${each.need}`);
  expect([text.join(', '), shared.allowed]).toEqual([expected, allowed]);
  const own = shared.next.leases.find(({ holder }) => holder === 'me');
  expect(own?.until ?? NOW + LEASE_MS).toBe(NOW + LEASE_MS);
});

test('a process yields after a minute to one without sessions', () => {
  const waits = lease('a', 0, 1);
  const share = (since: number) =>
    shareSessions(
      { limit: 1, halvedAt: 0, leases: [lease('me', 1, 1, { since }), waits] },
      request(1),
      NOW,
    );
  expect(share(NOW - 59_999).allowed).toBe(1);
  expect(share(NOW - 60_000).next.leases).toMatchObject([
    { holder: 'a', sessions: 1, since: NOW },
    { holder: 'me', sessions: 0, need: 1 },
  ]);
});

test('a reduced limit is reached as sessions close', () => {
  const leases = [lease('me', 4, 4), lease('a', 4, 4)];
  const shared = shareSessions({ limit: 4, halvedAt: 0, leases }, request(4, { open: 4 }), NOW);
  expect(shared.allowed).toBe(2);
  expect(shared.next.leases.map(({ sessions }) => sessions)).toEqual([4, 4]);
});

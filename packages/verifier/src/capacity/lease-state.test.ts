import { describe, expect, test } from 'vitest';
import type { Lease } from '../model/leases.ts';
import { NO_LEASE, countAllowedSessions, reviewLease, pollIntervalMs } from './lease-state.ts';
import type { LeaseState, ReviewState } from './lease-state.ts';

const NOW = 1_000_000;
const SECOND = 1_000;

const lease = (
  holder: string,
  sessions: number,
  need: number,
  more: Partial<Lease> = {},
): Lease => ({
  holder,
  sessions,
  need,
  until: NOW + 30 * SECOND,
  since: NOW - 10 * SECOND,
  customer: 'a',
  priority: 0,
  ...more,
});

interface Given extends Partial<Omit<ReviewState, 'stored' | 'lease' | 'pace' | 'usage'>> {
  lease?: Partial<LeaseState>;
  leases?: readonly Lease[];
  limit?: number;
  halvedAt?: number;
  pace?: Partial<ReviewState['pace']>;
  usage?: Partial<ReviewState['usage']>;
}

function review({ leases = [], limit = 8, halvedAt = 0, ...given }: Given) {
  const state: ReviewState = {
    holder: 'me',
    lease: { ...NO_LEASE, ...given.lease },
    stored: { limit, halvedAt, leases },
    pace: {
      limit: 8,
      max: 16,
      newGrowth: 0,
      newlyThrottled: false,
      ...given.pace,
    },
    usage: { open: 0, need: 1, customer: 'a', priority: 0, ...given.usage },
    isLast: given.isLast ?? false,
  };
  return reviewLease(state, NOW);
}

describe('a lease', () => {
  test('cannot be used in its last five seconds', () => {
    const held = { ...NO_LEASE, sessions: 3, usable: 2, until: NOW };
    expect(countAllowedSessions(held, NOW - 5_001)).toBe(2);
    expect(countAllowedSessions(held, NOW - 5_000)).toBe(0);
  });

  test('is replaced by one session after two failures of the store', () => {
    expect(countAllowedSessions({ ...NO_LEASE, failures: 1 }, NOW)).toBe(0);
    expect(countAllowedSessions({ ...NO_LEASE, failures: 2 }, NOW)).toBe(1);
  });

  test('allows more sessions only after it is written', () => {
    const { held, granted, write } = review({ usage: { need: 3 } });
    expect(write).toBe('always');
    expect([held.usable, held.until]).toEqual([0, 0]);
    expect(granted).toMatchObject({ usable: 6, sessions: 6, until: NOW + 60 * SECOND });
  });

  test('allows fewer sessions even before it is written', () => {
    const { held, granted } = review({
      lease: { writtenAt: NOW },
      leases: [lease('me', 8, 8), lease('other', 0, 4, { customer: 'b' })],
      usage: { open: 0, need: 8 },
    });
    expect([held.sessions, held.usable, granted.sessions]).toEqual([8, 4, 4]);
  });
});

describe('a review writes', () => {
  const mine = { lease: { writtenAt: NOW - 10 * SECOND }, leases: [lease('me', 2, 2)] };
  const full = { usage: { open: 2, need: 2 }, leases: [lease('me', 2, 2), lease('x', 6, 6)] };
  const noWritesLeft = { paidUntil: NOW };

  test.each<[string, Given, string]>([
    ['a first lease, even if the write allowance is used up', { lease: noWritesLeft }, 'always'],
    ['nothing if there is nothing new', { ...mine, ...full }, 'never'],
    ['a renewal after 45 seconds', { ...full, lease: { writtenAt: NOW - 45 * SECOND } }, 'always'],
    ['nothing before 45 seconds', { ...full, lease: { writtenAt: NOW - 44 * SECOND } }, 'never'],
    ['a larger lease only if more is needed', { ...mine, usage: { need: 4 } }, 'if_needed'],
    [
      'no larger lease if the write allowance is used up',
      { ...mine, lease: { writtenAt: NOW, ...noWritesLeft }, usage: { need: 4 } },
      'never',
    ],
    ['a complaint', { ...mine, ...full, pace: { newlyThrottled: true } }, 'always'],
    [
      'the end of a lease without sessions',
      { leases: [lease('me', 0, 1)], usage: { need: 0 } },
      'always',
    ],
    ['no lease for a process that needs none', { usage: { need: 0 } }, 'never'],
  ])('%s', (_, given, write) => {
    expect(review(given).write).toBe(write);
  });

  const waiting = (more: Partial<Lease>): Given => ({
    lease: { writtenAt: NOW, ...noWritesLeft },
    leases: [lease('me', 8, 8), lease('other', 0, 1, more)],
    usage: { need: 8 },
  });

  test('the return of sessions immediately if another customer or a more urgent run waits', () => {
    expect(review(waiting({ customer: 'b' })).write).toBe('always');
    expect(review(waiting({ priority: 1 })).write).toBe('always');
    expect(review(waiting({})).write).toBe('never');
    expect(review({ ...waiting({}), lease: { writtenAt: NOW } }).write).toBe('always');
  });

  test('the return of unused sessions before a freeze, if more than half of the limit is taken', () => {
    const given = { lease: { writtenAt: NOW }, usage: { need: 0 }, isLast: true };
    expect(review({ ...given, leases: [lease('me', 5, 5)] }).write).toBe('always');
    expect(review({ ...given, leases: [lease('me', 4, 4)] }).write).toBe('never');
  });
});

describe('the shared limit', () => {
  test('starts at the limit that this process has learned', () => {
    const pace = { limit: 5, max: 16, newGrowth: 0, newlyThrottled: true };
    const usage = { open: 0, need: 1, customer: 'a', priority: 0 } as const;
    const state = { holder: 'me', lease: NO_LEASE, stored: undefined, pace, usage, isLast: false };
    expect(reviewLease(state, NOW).next).toMatchObject({ limit: 5, halvedAt: NOW });
  });

  test.each<[string, Given, object]>([
    [
      'grows as this process has grown, up to the maximum',
      { pace: { newGrowth: 20 } },
      { limit: 16 },
    ],
    [
      'grows by a tenth soon after a complaint',
      { pace: { newGrowth: 1 }, halvedAt: NOW - 60 * SECOND },
      { limit: 8.1, halvedAt: NOW - 60 * SECOND },
    ],
    ['halves at a complaint', { pace: { newlyThrottled: true } }, { limit: 4, halvedAt: NOW }],
    [
      'halves once for concurrent complaints',
      { pace: { newlyThrottled: true, newGrowth: 1 }, halvedAt: NOW - SECOND },
      { limit: 8, halvedAt: NOW - SECOND },
    ],
    ['is at least one', { limit: 1, pace: { newlyThrottled: true } }, { limit: 1 }],
  ])('%s', (_, given, next) => {
    expect(review(given).next).toMatchObject(next);
  });
});

test('a process polls more often if it needs sessions, and less often the more processes are ahead of it', () => {
  const others = Array.from({ length: 41 }, (_, at) => lease(`other-${at}`, at < 8 ? 1 : 0, 1));
  const behind = review({ leases: [...others, lease('me', 0, 1)] });
  expect(behind.ahead).toBe(33);
  expect(pollIntervalMs(behind.held, behind, true)).toBe(16_500);
  expect(pollIntervalMs(behind.held, behind, false)).toBe(5_000);
  const next = review({ leases: [lease('other', 7, 7), lease('me', 0, 1)] });
  expect(pollIntervalMs(next.held, next, true)).toBe(500);
  expect(pollIntervalMs(next.granted, next, true)).toBe(1_000);
});

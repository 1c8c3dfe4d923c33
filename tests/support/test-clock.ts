import type { Clock } from '../../functions/platform/clock.ts';

/**
 * The time at which tests start, in epoch milliseconds. It is in the middle of a month, far from a
 * change to summer time; `.ci/nightly` sets TAMIS_TEST_NOW to the most difficult dates.
 */
export const TEST_NOW = Date.parse(process.env['TAMIS_TEST_NOW'] ?? '2027-01-14T10:00:00Z');

/** A clock that only the test advances. */
export interface TestClock extends Clock {
  advance(ms: number): void;
}

export function testClock(start = TEST_NOW): TestClock {
  let now = start;
  return {
    now: () => now,
    advance: (ms) => {
      now += ms;
    },
  };
}

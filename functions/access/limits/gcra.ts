import type { Quota } from '../../../shared/contract/errors.ts';
import type { Limit } from '../../../shared/contract/limits/limits.ts';

/**
 * The generic cell rate algorithm on a theoretical arrival time (epoch milliseconds): each call
 * moves it one interval ahead, and a call is refused while it would run more than the period ahead
 * of the clock. So `calls` may come at once, and after that one for each interval.
 */
export const gcra = (limit: Limit, factor: number) => {
  const calls = limit.isFixed ? limit.calls : limit.calls * factor;
  const periodMs = limit.seconds * 1000;
  const intervalMs = periodMs / calls;
  return {
    intervalMs,
    periodMs,
    /** The latest arrival time at which one more call is taken. */
    latest: (now: number): number => now + periodMs - intervalMs,
    /** What an arrival time leaves of the limit. */
    quota(arrival: number, now: number): Omit<Quota, 'name'> {
      const left = Math.max(0, Math.floor((now + periodMs - arrival) / intervalMs));
      const moreAt = arrival + (left + 1) * intervalMs - periodMs;
      const moreAfter = Math.max(1, Math.ceil((moreAt - now) / 1000));
      return { calls: Math.floor(calls), seconds: limit.seconds, left, moreAfter };
    },
  };
};

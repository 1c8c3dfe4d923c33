import type { Limit } from '../../../shared/contract/limits.ts';

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
    /** Whole seconds until a call is taken again, at least 1. */
    retryAfter: (arrival: number, now: number): number =>
      Math.max(1, Math.ceil((arrival + intervalMs - periodMs - now) / 1000)),
  };
};

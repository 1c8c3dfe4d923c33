import type { Quota } from '../../../shared/contract/errors.ts';
import type { Limit } from '../../../shared/contract/limits/limits.ts';

/**
 * The generic cell rate algorithm (GCRA). Each call advances a theoretical arrival time (epoch
 * milliseconds) by one interval, and is rejected if that time would be more than a period ahead of
 * the clock. So `calls` may come in a burst, then one per interval.
 */
export const gcra = (limit: Limit, factor: number) => {
  const calls = limit.isFixed ? limit.calls : limit.calls * factor;
  const periodMs = limit.seconds * 1000;
  const intervalMs = periodMs / calls;
  return {
    intervalMs,
    periodMs,
    /** Latest arrival time at which another call is accepted. */
    latestArrival: (now: number): number => now + periodMs - intervalMs,
    /** Remaining quota if the theoretical arrival time is `arrival`. */
    quota(arrival: number, now: number): Omit<Quota, 'name'> {
      const left = Math.max(0, Math.floor((now + periodMs - arrival) / intervalMs));
      const moreAt = arrival + (left + 1) * intervalMs - periodMs;
      const moreAfter = Math.max(1, Math.ceil((moreAt - now) / 1000));
      return { calls: Math.floor(calls), seconds: limit.seconds, left, moreAfter };
    },
  };
};

import type { Quota } from '../../../shared/contract/errors.ts';
import type { RateLimit } from '../../../shared/contract/limits/limits.ts';

/**
 * The generic cell rate algorithm (GCRA), which counts with a theoretical arrival time (epoch
 * milliseconds). Each call advances that time by one interval, and is rejected if the time would
 * then be more than a period ahead of the clock. This allows a burst of `calls`, then one call per
 * interval.
 * @param cost the number of calls that one call counts as, for limits on megabytes, credits or
 *   addresses; capped at the whole limit
 */
export const createGcraBucket = (limit: RateLimit, factor: number, cost = 1) => {
  const calls = limit.isFixed ? limit.calls : limit.calls * factor;
  const periodMs = limit.seconds * 1000;
  const intervalMs = periodMs / calls;
  const costMs = intervalMs * Math.min(cost, calls);
  return {
    costMs,
    periodMs,
    latestArrival: (now: number): number => now + periodMs - costMs,
    quota(arrival: number, now: number): Omit<Quota, 'name'> {
      const left = Math.max(0, Math.floor((now + periodMs - arrival) / intervalMs));
      const moreAt = arrival + (left + 1) * intervalMs - periodMs;
      const moreAfter = Math.max(1, Math.ceil((moreAt - now) / 1000));
      return { calls: Math.floor(calls), seconds: limit.seconds, left, moreAfter };
    },
  };
};

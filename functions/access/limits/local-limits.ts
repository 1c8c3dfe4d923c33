import { API_RATE_LIMITS } from '../../../shared/contract/limits/limits.ts';
import type { Clock } from '../../platform/clock.ts';
import { createGcraBucket } from './gcra.ts';
import { type RateLimiter, rejectedResult } from './limits.ts';

/** Once there are this many buckets, those with a full quota are dropped. */
const MAX_BUCKETS = 10_000;

export function createLocalRateLimiter(clock: Clock, factor: number): RateLimiter['local'] {
  /** Theoretical arrival time (epoch milliseconds) by rule and subject. */
  const arrivals = new Map<string, number>();

  function dropIdle(now: number): void {
    if (arrivals.size < MAX_BUCKETS) return;
    for (const [key, arrival] of arrivals) if (arrival <= now) arrivals.delete(key);
  }

  return {
    async consume(name, subject) {
      const now = clock.now();
      const { costMs, latestArrival, quota } = createGcraBucket(API_RATE_LIMITS[name], factor);
      const key = `${name}#${subject}`;
      const arrival = arrivals.get(key) ?? 0;
      if (arrival > latestArrival(now)) return rejectedResult({ name, ...quota(arrival, now) });
      dropIdle(now);
      const next = Math.max(arrival, now) + costMs;
      arrivals.set(key, next);
      return { allowed: true, quota: { name, ...quota(next, now) } };
    },
  };
}

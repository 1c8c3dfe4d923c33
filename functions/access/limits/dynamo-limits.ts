import { type ConsumeResult, type RateLimiter, rejectedResult } from './limits.ts';
import type { Log } from '../../platform/log.ts';
import type { Clock } from '../../platform/clock.ts';
import { type RateLimitName, API_RATE_LIMITS } from '../../../shared/contract/limits/limits.ts';
import { createGcraBucket } from './gcra.ts';
import { createLocalRateLimiter } from './local-limits.ts';
import type { Db } from '../../platform/dynamo/db.ts';
import { updateExpression, updateWrite, where } from '../../platform/dynamo/expression.ts';
import { rateLimitKey } from '../adapters/keys.ts';

/** Maximum write attempts on a contended bucket. The call then fails with `Retry-After: 1`. */
const MAX_ATTEMPTS = 4;
/** `Retry-After` in seconds while the table is unavailable. */
const OUTAGE_RETRY_S = 10;

/** Returns when a bucket's item expires, in epoch seconds. */
const ttlOf = ({ periodMs }: ReturnType<typeof createGcraBucket>, now: number): number =>
  Math.ceil((now + 2 * periodMs) / 1000);

const keyOf = (name: RateLimitName, subject: string) => rateLimitKey(`${name}#${subject}`);

/** Creates rate limits that store one item per bucket, with GCRA's theoretical arrival time. */
export function createRateLimiter(db: Db, clock: Clock, log: Log, factor: number): RateLimiter {
  async function peek(name: RateLimitName, subject: string, cost = 1): Promise<ConsumeResult> {
    const now = clock.now();
    const bucket = createGcraBucket(API_RATE_LIMITS[name], factor, cost);
    const arrival = Number((await db.get(keyOf(name, subject)))?.['arrival'] ?? 0);
    if (arrival <= bucket.latestArrival(now)) return { allowed: true };
    const waitMs = arrival - bucket.latestArrival(now);
    return rejectedResult({ name, ...bucket.quota(arrival, now) }, waitMs);
  }

  /** @param mayExceed whether to count the calls even beyond the limit */
  async function consume(
    name: RateLimitName,
    subject: string,
    cost = 1,
    mayExceed = false,
  ): Promise<ConsumeResult> {
    const bucket = createGcraBucket(API_RATE_LIMITS[name], factor, cost);
    const key = keyOf(name, subject);
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const now = clock.now();
      const latest = mayExceed ? Number.MAX_SAFE_INTEGER : bucket.latestArrival(now);
      const quotaAt = (arrival: unknown) => ({ name, ...bucket.quota(Number(arrival), now) });
      const ttl = ttlOf(bucket, now);
      const values = { ':cost': bucket.costMs, ':ttl': ttl };
      const names = { '#ttl': 'ttl' };

      const idle = await db.update(
        key,
        {
          text: 'SET arrival = :next, #ttl = :ttl',
          names,
          values: { ':next': now + bucket.costMs, ':ttl': ttl },
        },
        { text: 'attribute_not_exists(arrival) OR arrival <= :now', values: { ':now': now } },
      );
      if (idle) return { allowed: true, quota: quotaAt(idle['arrival']) };

      const busy = await db.update(
        key,
        { text: 'SET arrival = arrival + :cost, #ttl = :ttl', names, values },
        {
          text: 'arrival > :now AND arrival <= :latest',
          values: { ':now': now, ':latest': latest },
        },
      );
      if (busy) return { allowed: true, quota: quotaAt(busy['arrival']) };

      const current = await peek(name, subject, cost);
      if (!current.allowed) return current;
    }
    return { allowed: false, retryAfter: 1 };
  }

  async function orDefault(
    name: RateLimitName,
    call: Promise<ConsumeResult>,
  ): Promise<ConsumeResult> {
    try {
      return await call;
    } catch (error) {
      log.error('limit_unreachable', error, { limit: name });
      return API_RATE_LIMITS[name].onOutage === 'open'
        ? { allowed: true }
        : { allowed: false, retryAfter: OUTAGE_RETRY_S };
    }
  }

  return {
    local: createLocalRateLimiter(clock, factor),

    consume: (name, subject, cost) => orDefault(name, consume(name, subject, cost)),

    async consumeWrite(name, subject, cost) {
      const now = clock.now();
      const bucket = createGcraBucket(API_RATE_LIMITS[name], factor, cost);
      const key = keyOf(name, subject);
      const arrival = (await db.get(key))?.['arrival'] as number | undefined;
      const start = Math.max(arrival ?? 0, now);
      if (start > bucket.latestArrival(now)) return undefined;
      const update = updateExpression({
        arrival: start + bucket.costMs,
        ttl: ttlOf(bucket, now),
      });
      return updateWrite(key, update, where({ arrival }));
    },

    peek: (name, subject, cost) => orDefault(name, peek(name, subject, cost)),

    async record(name, subject, calls) {
      await orDefault(name, consume(name, subject, calls, true));
    },

    async refund(name, subject, cost = 1) {
      try {
        await db.update(
          keyOf(name, subject),
          {
            text: 'SET arrival = arrival - :cost',
            values: { ':cost': createGcraBucket(API_RATE_LIMITS[name], factor, cost).costMs },
          },
          { text: 'attribute_exists(arrival)' },
        );
      } catch (error) {
        log.error('limit_unreachable', error, { limit: name });
      }
    },
  };
}

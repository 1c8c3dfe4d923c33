import { type ConsumeResult, type Limits, rejection } from './limits.ts';
import type { Log } from '../../platform/log.ts';
import type { Clock } from '../../platform/clock.ts';
import { type LimitName, LIMITS } from '../../../shared/contract/limits/limits.ts';
import { gcra } from './gcra.ts';
import { createLocalLimits } from './local-limits.ts';
import type { Db } from '../../platform/dynamo/db.ts';
import { rateKey } from '../adapters/keys.ts';

/** Attempts at a contended bucket before the call is rejected for a second. */
const MAX_ATTEMPTS = 4;
/** `Retry-After` in seconds while the table is unavailable. */
const OUTAGE_RETRY_S = 10;

const keyOf = (name: LimitName, subject: string) => rateKey(`${name}#${subject}`);

/** One item per bucket: the theoretical arrival time of GCRA. */
export function createLimits(db: Db, clock: Clock, log: Log, factor: number): Limits {
  async function peek(name: LimitName, subject: string): Promise<ConsumeResult> {
    const now = clock.now();
    const bucket = gcra(LIMITS[name], factor);
    const arrival = Number((await db.get(keyOf(name, subject)))?.['arrival'] ?? 0);
    if (arrival <= bucket.latestArrival(now)) return { allowed: true };
    return rejection({ name, ...bucket.quota(arrival, now) });
  }

  /** @param made calls to count, even beyond the limit, instead of one within it */
  async function consume(name: LimitName, subject: string, made?: number): Promise<ConsumeResult> {
    const bucket = gcra(LIMITS[name], factor);
    const key = keyOf(name, subject);
    const interval = (made ?? 1) * bucket.intervalMs;
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const now = clock.now();
      const latest = made === undefined ? bucket.latestArrival(now) : Number.MAX_SAFE_INTEGER;
      const quotaAt = (arrival: unknown) => ({ name, ...bucket.quota(Number(arrival), now) });
      const ttl = Math.ceil((now + 2 * bucket.periodMs) / 1000);
      const values = { ':interval': interval, ':ttl': ttl };
      const names = { '#ttl': 'ttl' };

      const idle = await db.update(
        key,
        {
          text: 'SET arrival = :next, #ttl = :ttl',
          names,
          values: { ':next': now + interval, ':ttl': ttl },
        },
        { text: 'attribute_not_exists(arrival) OR arrival <= :now', values: { ':now': now } },
      );
      if (idle) return { allowed: true, quota: quotaAt(idle['arrival']) };

      const busy = await db.update(
        key,
        { text: 'SET arrival = arrival + :interval, #ttl = :ttl', names, values },
        {
          text: 'arrival > :now AND arrival <= :latest',
          values: { ':now': now, ':latest': latest },
        },
      );
      if (busy) return { allowed: true, quota: quotaAt(busy['arrival']) };

      const current = await peek(name, subject);
      if (!current.allowed) return current;
    }
    return { allowed: false, retryAfter: 1 };
  }

  async function orDefault(name: LimitName, call: Promise<ConsumeResult>): Promise<ConsumeResult> {
    try {
      return await call;
    } catch (error) {
      log.error('limit_unreachable', error, { limit: name });
      return LIMITS[name].onOutage === 'open'
        ? { allowed: true }
        : { allowed: false, retryAfter: OUTAGE_RETRY_S };
    }
  }

  return {
    local: createLocalLimits(clock, factor),

    consume: (name, subject) => orDefault(name, consume(name, subject)),

    peek: (name, subject) => orDefault(name, peek(name, subject)),

    async record(name, subject, calls) {
      await orDefault(name, consume(name, subject, calls));
    },

    async refund(name, subject) {
      try {
        await db.update(
          keyOf(name, subject),
          {
            text: 'SET arrival = arrival - :interval',
            values: { ':interval': gcra(LIMITS[name], factor).intervalMs },
          },
          { text: 'attribute_exists(arrival)' },
        );
      } catch (error) {
        log.error('limit_unreachable', error, { limit: name });
      }
    },
  };
}

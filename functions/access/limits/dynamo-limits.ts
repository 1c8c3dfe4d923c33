import { type ConsumeResult, type Limits, rejection } from './limits.ts';
import type { Log } from '../../platform/log.ts';
import type { Clock } from '../../platform/clock.ts';
import { type LimitName, LIMITS } from '../../../shared/contract/limits/limits.ts';
import { gcra } from './gcra.ts';
import { createLocalLimits } from './local-limits.ts';
import type { Db } from '../../platform/dynamo/db.ts';
import { rateKey } from '../adapters/keys.ts';

/** Write attempts on a contended bucket before the call is rejected with `Retry-After: 1`. */
const MAX_ATTEMPTS = 4;
/** `Retry-After` in seconds while the table is unavailable. */
const OUTAGE_RETRY_S = 10;

const keyOf = (name: LimitName, subject: string) => rateKey(`${name}#${subject}`);

/** Rate limits with one item per bucket, which contains the theoretical arrival time of GCRA. */
export function createLimits(db: Db, clock: Clock, log: Log, factor: number): Limits {
  async function consume(name: LimitName, subject: string): Promise<ConsumeResult> {
    const bucket = gcra(LIMITS[name], factor);
    const key = keyOf(name, subject);
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const now = clock.now();
      const quotaAt = (arrival: unknown) => ({ name, ...bucket.quota(Number(arrival), now) });
      const ttl = Math.ceil((now + 2 * bucket.periodMs) / 1000);
      const values = { ':interval': bucket.intervalMs, ':ttl': ttl };
      const names = { '#ttl': 'ttl' };

      const idle = await db.update(
        key,
        {
          text: 'SET arrival = :next, #ttl = :ttl',
          names,
          values: { ':next': now + bucket.intervalMs, ':ttl': ttl },
        },
        { text: 'attribute_not_exists(arrival) OR arrival <= :now', values: { ':now': now } },
      );
      if (idle) return { allowed: true, quota: quotaAt(idle['arrival']) };

      const busy = await db.update(
        key,
        { text: 'SET arrival = arrival + :interval, #ttl = :ttl', names, values },
        {
          text: 'arrival > :now AND arrival <= :latest',
          values: { ':now': now, ':latest': bucket.latestArrival(now) },
        },
      );
      if (busy) return { allowed: true, quota: quotaAt(busy['arrival']) };

      const arrival = Number((await db.get(key))?.['arrival'] ?? 0);
      if (arrival > bucket.latestArrival(now)) return rejection(quotaAt(arrival));
    }
    return { allowed: false, retryAfter: 1 };
  }

  return {
    local: createLocalLimits(clock, factor),

    async consume(name, subject) {
      try {
        return await consume(name, subject);
      } catch (error) {
        log.error('limit_unreachable', error, { limit: name });
        return LIMITS[name].onOutage === 'open'
          ? { allowed: true }
          : { allowed: false, retryAfter: OUTAGE_RETRY_S };
      }
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

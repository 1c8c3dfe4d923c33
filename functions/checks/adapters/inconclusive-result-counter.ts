import { DAILY_TRIAL_INCONCLUSIVE_RESULTS } from '../../../shared/model/credits.ts';
import { formatUtcDate } from '../../../shared/model/duration.ts';
import type { Db } from '../../platform/dynamo/db.ts';
import { updateExpression } from '../../platform/dynamo/expression.ts';
import { inconclusiveResultCountKey } from './keys.ts';

const RETENTION_S = 2 * 24 * 3600;

/**
 * Counts an account's inconclusive results per UTC day. Such results cost no credits, so the count
 * limits the free work of an account that never bought credits. `now` is epoch milliseconds.
 */
export interface InconclusiveResultCounter {
  add(userId: string, count: number, now: number): Promise<void>;
  /** Whether an account has reached the daily limit for accounts that never bought credits. */
  isExhausted(userId: string, now: number): Promise<boolean>;
}

const keyAt = (userId: string, now: number) =>
  inconclusiveResultCountKey(userId, formatUtcDate(now));

/** @param factor multiplies the daily limit, like all rate limits */
export const createInconclusiveResultCounter = (
  db: Db,
  factor: number,
): InconclusiveResultCounter => ({
  async add(userId, count, now) {
    const ttl = Math.ceil(now / 1000) + RETENTION_S;
    await db.update(keyAt(userId, now), updateExpression({ ttl }, { answers: count }));
  },

  async isExhausted(userId, now) {
    const answers = (await db.get(keyAt(userId, now)))?.['answers'];
    return Number(answers ?? 0) >= DAILY_TRIAL_INCONCLUSIVE_RESULTS * factor;
  },
});

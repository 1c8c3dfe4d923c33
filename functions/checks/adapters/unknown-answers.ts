import { TRIAL_UNKNOWN_ANSWERS } from '../../../shared/model/credits.ts';
import { utcDate } from '../../../shared/model/duration.ts';
import type { Db } from '../../platform/dynamo/db.ts';
import { changes } from '../../platform/dynamo/expression.ts';
import { unknownAnswersKey } from './keys.ts';

const RETENTION_S = 2 * 24 * 3600;

/**
 * Counts an account's inconclusive results per UTC day. Such results cost no credits, so the count
 * limits the free work of an account that never bought credits. `now` is epoch milliseconds.
 */
export interface UnknownAnswers {
  add(userId: string, count: number, now: number): Promise<void>;
  /** Whether a trial account has used up today's inconclusive results. */
  isExhausted(userId: string, now: number): Promise<boolean>;
}

const keyAt = (userId: string, now: number) => unknownAnswersKey(userId, utcDate(now));

/** @param factor multiplies the daily limit, like all rate limits */
export const createUnknownAnswers = (db: Db, factor: number): UnknownAnswers => ({
  async add(userId, count, now) {
    const ttl = Math.ceil(now / 1000) + RETENTION_S;
    await db.update(keyAt(userId, now), changes({ ttl }, { answers: count }));
  },

  async isExhausted(userId, now) {
    const answers = (await db.get(keyAt(userId, now)))?.['answers'];
    return Number(answers ?? 0) >= TRIAL_UNKNOWN_ANSWERS * factor;
  },
});

import { DAILY_TRIAL_INCONCLUSIVE_RESULTS } from '../../../shared/model/credits.ts';
import { formatUtcDate } from '../../../shared/model/duration.ts';
import type { Db, Item } from '../../platform/dynamo/db.ts';
import { updateExpression } from '../../platform/dynamo/expression.ts';
import type { DomainAnswerTotals } from '../rules/refusals.ts';
import { domainAnswerCountKey, inconclusiveResultCountKey } from './keys.ts';

const RETENTION_S = 2 * 24 * 3600;

/** Counts the answers of each mail domain per customer and UTC day. `now` is epoch milliseconds. */
export interface DomainAnswerCounter {
  get(userId: string, domain: string, now: number): Promise<DomainAnswerTotals>;
  /** Returns today's totals after the addition. */
  add(
    userId: string,
    domain: string,
    counts: DomainAnswerTotals,
    now: number,
  ): Promise<DomainAnswerTotals>;
}

const domainKeyAt = (userId: string, domain: string, now: number) =>
  domainAnswerCountKey(userId, formatUtcDate(now), domain);

const toTotals = (item: Item | undefined): DomainAnswerTotals => ({
  answered: Number(item?.['answered'] ?? 0),
  refused: Number(item?.['refused'] ?? 0),
});

export const createDomainAnswerCounter = (db: Db): DomainAnswerCounter => ({
  get: async (userId, domain, now) => toTotals(await db.get(domainKeyAt(userId, domain, now))),

  async add(userId, domain, { answered, refused }, now) {
    const ttl = Math.ceil(now / 1000) + RETENTION_S;
    return toTotals(
      await db.update(
        domainKeyAt(userId, domain, now),
        updateExpression({ ttl }, { answered, refused }),
      ),
    );
  },
});

/**
 * Counts an account's inconclusive results per UTC day. Such results cost no credits, so the count
 * limits the free work of an account that never bought credits. `now` is epoch milliseconds.
 */
export interface InconclusiveResultCounter {
  add(userId: string, count: number, now: number): Promise<void>;
  /** Whether an account has reached the daily limit for accounts that never bought credits. */
  isExhausted(userId: string, now: number): Promise<boolean>;
}

const accountKeyAt = (userId: string, now: number) =>
  inconclusiveResultCountKey(userId, formatUtcDate(now));

/** @param factor multiplies the daily limit, like all rate limits */
export const createInconclusiveResultCounter = (
  db: Db,
  factor: number,
): InconclusiveResultCounter => ({
  async add(userId, count, now) {
    const ttl = Math.ceil(now / 1000) + RETENTION_S;
    await db.update(accountKeyAt(userId, now), updateExpression({ ttl }, { answers: count }));
  },

  async isExhausted(userId, now) {
    const answers = (await db.get(accountKeyAt(userId, now)))?.['answers'];
    return Number(answers ?? 0) >= DAILY_TRIAL_INCONCLUSIVE_RESULTS * factor;
  },
});

import { formatUtcDate } from '../../../shared/model/duration.ts';
import type { Db, Item } from '../../platform/dynamo/db.ts';
import { updateExpression } from '../../platform/dynamo/expression.ts';
import type { DomainAnswerTotals } from '../rules/refusals.ts';
import { domainAnswerCountKey } from './keys.ts';

export const COUNTER_RETENTION_SECONDS = 2 * 24 * 3600;

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
    const ttl = Math.ceil(now / 1000) + COUNTER_RETENTION_SECONDS;
    return toTotals(
      await db.update(
        domainKeyAt(userId, domain, now),
        updateExpression({ ttl }, { answered, refused }),
      ),
    );
  },
});

import { formatUtcDate } from '../../../shared/model/duration.ts';
import type { Db, Item } from '../../platform/dynamo/db.ts';
import { updateExpression } from '../../platform/dynamo/expression.ts';
import type { DomainReplyTotals } from '../rules/refusals.ts';
import { domainReplyCountKey } from './keys.ts';

export const COUNTER_RETENTION_SECONDS = 2 * 24 * 3600;

/** Counts the answers of each mail domain per customer and UTC day. `now` is epoch milliseconds. */
export interface DomainReplyCounter {
  get(userId: string, domain: string, now: number): Promise<DomainReplyTotals>;
  /** Returns today's totals after the addition. */
  add(
    userId: string,
    domain: string,
    counts: DomainReplyTotals,
    now: number,
  ): Promise<DomainReplyTotals>;
}

const domainKeyAt = (userId: string, domain: string, now: number) =>
  domainReplyCountKey(userId, formatUtcDate(now), domain);

const toTotals = (item: Item | undefined): DomainReplyTotals => ({
  answered: Number(item?.['answered'] ?? 0),
  refused: Number(item?.['refused'] ?? 0),
});

export const createDomainReplyCounter = (db: Db): DomainReplyCounter => ({
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

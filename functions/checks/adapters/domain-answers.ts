import { utcDate } from '../../../shared/model/duration.ts';
import type { Db, Item } from '../../platform/dynamo/db.ts';
import { changes } from '../../platform/dynamo/expression.ts';
import type { DomainAnswers } from '../rules/refusals.ts';
import { domainAnswersKey } from './keys.ts';

const RETENTION_S = 2 * 24 * 3600;

/** Counts the answers of each mail domain per customer and UTC day. `now` is epoch milliseconds. */
export interface DomainAnswerCounts {
  get(userId: string, domain: string, now: number): Promise<DomainAnswers>;
  /** Returns today's totals after the addition. */
  add(userId: string, domain: string, counts: DomainAnswers, now: number): Promise<DomainAnswers>;
}

const keyAt = (userId: string, domain: string, now: number) =>
  domainAnswersKey(userId, utcDate(now), domain);

const read = (item: Item | undefined): DomainAnswers => ({
  answered: Number(item?.['answered'] ?? 0),
  refused: Number(item?.['refused'] ?? 0),
});

export const createDomainAnswerCounts = (db: Db): DomainAnswerCounts => ({
  get: async (userId, domain, now) => read(await db.get(keyAt(userId, domain, now))),

  async add(userId, domain, { answered, refused }, now) {
    const ttl = Math.ceil(now / 1000) + RETENTION_S;
    return read(
      await db.update(keyAt(userId, domain, now), changes({ ttl }, { answered, refused })),
    );
  },
});

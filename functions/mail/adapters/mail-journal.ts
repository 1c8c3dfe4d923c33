import type { MailJournal } from '../ports.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/dynamo/db.ts';
import { mailKey } from './keys.ts';

/** Longer than any message can live in a queue and its dead-letter queue. */
const KEPT_DAYS = 30;

export const createMailJournal = (db: Db, clock: Clock): MailJournal => ({
  claim: (mailId) =>
    db.put(
      { ...mailKey(mailId), ttl: Math.ceil(clock.now() / 1000) + KEPT_DAYS * 24 * 3600 },
      { text: 'attribute_not_exists(PK)' },
    ),

  has: async (mailId) => (await db.get(mailKey(mailId))) !== undefined,

  async release(mailId) {
    await db.remove(mailKey(mailId));
  },
});

import type { MailJournal } from '../../app/ports/mailer.ts';
import type { Clock } from '../../app/ports/system.ts';
import type { Db } from './db.ts';
import { mailKey } from './keys.ts';

/** Longer than any message can live in a queue and its dead-letter queue. */
const KEPT_DAYS = 30;

export const createMailJournal = (db: Db, clock: Clock): MailJournal => ({
  claim: (mailId) =>
    db.put(
      { ...mailKey(mailId), ttl: Math.ceil(clock.now() / 1000) + KEPT_DAYS * 24 * 3600 },
      { text: 'attribute_not_exists(PK)' },
    ),

  async release(mailId) {
    await db.remove(mailKey(mailId));
  },
});

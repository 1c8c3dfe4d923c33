import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/dynamo/db.ts';
import { isNew } from '../../platform/dynamo/expression.ts';
import { mailKey } from './keys.ts';

/** Longer than any message can live in a queue and its dead-letter queue. */
const RETENTION_DAYS = 30;

/** Remembers mails by id, so that at most one is sent for each. */
export interface MailJournal {
  /** Claims an id before sending. False when it was claimed before. */
  claim(mailId: string): Promise<boolean>;
  /** Whether the mail has been sent, or given up. Strongly consistent. */
  has(mailId: string): Promise<boolean>;
  /** Gives a claim back when the mail was certainly not sent. */
  release(mailId: string): Promise<void>;
}

export const createMailJournal = (db: Db, clock: Clock): MailJournal => ({
  claim: (mailId) =>
    db.put(
      { ...mailKey(mailId), ttl: Math.ceil(clock.now() / 1000) + RETENTION_DAYS * 24 * 3600 },
      isNew,
    ),

  has: async (mailId) => (await db.get(mailKey(mailId))) !== undefined,

  async release(mailId) {
    await db.delete(mailKey(mailId));
  },
});

import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/dynamo/db.ts';
import { itemNotExists, putWrite } from '../../platform/dynamo/expression.ts';
import { mailKey } from './keys.ts';

/** Longer than a message can remain in a queue and its dead-letter queue. */
export const JOURNAL_RETENTION_DAYS = 30;

/** Records which emails were sent, so that each id is sent at most once. */
export interface MailJournal {
  /** Reserves an id before the email is sent. Returns false if it was already reserved. */
  reserve(mailId: string): Promise<boolean>;
  /** Whether the email was sent, may have been sent, or was abandoned. Strongly consistent. */
  has(mailId: string): Promise<boolean>;
  /** Releases the id of an email that was certainly not sent. */
  release(mailId: string): Promise<void>;
}

export const createMailJournal = (db: Db, clock: Clock): MailJournal => ({
  async reserve(mailId) {
    const ttl = Math.ceil(clock.now() / 1000) + JOURNAL_RETENTION_DAYS * 24 * 3600;
    return !(await db.transact([putWrite({ ...mailKey(mailId), ttl }, itemNotExists)]));
  },

  has: async (mailId) => (await db.get(mailKey(mailId))) !== undefined,

  async release(mailId) {
    await db.delete(mailKey(mailId));
  },
});

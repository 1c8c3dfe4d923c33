import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/dynamo/db.ts';
import { isNew } from '../../platform/dynamo/expression.ts';
import { mailKey } from './keys.ts';

/** Longer than any message can live in a queue and its dead-letter queue. */
const KEPT_DAYS = 30;

/** Remembers mails by id, so that at most one is sent for each. */
export const createMailJournal = (db: Db, clock: Clock) => ({
  /** Claims an id before sending. False when it was claimed before. */
  claim: (mailId: string): Promise<boolean> =>
    db.put(
      { ...mailKey(mailId), ttl: Math.ceil(clock.now() / 1000) + KEPT_DAYS * 24 * 3600 },
      isNew,
    ),

  /** Whether the mail has been sent, or given up. Strongly consistent. */
  has: async (mailId: string): Promise<boolean> => (await db.get(mailKey(mailId))) !== undefined,

  /** Gives a claim back when the mail was certainly not sent. */
  async release(mailId: string): Promise<void> {
    await db.delete(mailKey(mailId));
  },
});

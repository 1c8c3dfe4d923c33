import type { Clock, IdGenerator } from '../../platform/clock.ts';
import type { Db } from '../../platform/dynamo/db.ts';
import type { Mailer } from '../../platform/ses/mailer.ts';
import { mailKey } from './keys.ts';

const RETENTION_DAYS = 1;

/** Stores each email in the table for a day, where `npm run inspect` shows it. */
export const createTableMailer = (db: Db, clock: Clock, ids: IdGenerator): Mailer => ({
  async send({ to, subject, text }) {
    const now = clock.now();
    const ttl = Math.ceil(now / 1000) + RETENTION_DAYS * 24 * 3600;
    await db.put({ ...mailKey(ids.ulid(now)), to, subject, text, ttl });
    return 'sent';
  },
});

import type { BulkLedger } from '../ports.ts';
import { fold } from '../rules/ledger.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/dynamo/db.ts';
import { balanceKey, entryKey } from './keys.ts';

/** Journals in batches, each with the balance it amounts to. */
export const createBulkLedger = (db: Db, clock: Clock): BulkLedger => ({
  async put(journals) {
    const at = new Date(clock.now()).toISOString();
    await db.putAll(
      [...journals].flatMap(([userId, entries]) => [
        { ...balanceKey(userId), ...fold(entries), version: entries.length },
        ...entries.map((entry) => ({ ...entryKey(userId, entry.id), ...entry, at })),
      ]),
    );
  },
});

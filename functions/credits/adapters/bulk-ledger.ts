import type { BulkLedger } from '../ports.ts';
import { fold } from '../rules/ledger.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db, Item } from '../../platform/dynamo/db.ts';
import type { Key } from '../../platform/dynamo/key.ts';
import { balanceKey, entryKey } from './keys.ts';

/** Journals in batches, each with the balance it amounts to. */
export const createBulkLedger = (db: Db, clock: Clock): BulkLedger => ({
  async put(journals) {
    const at = new Date(clock.now()).toISOString();
    const items: (Item & Key)[] = [];
    for (const [userId, entries] of journals) {
      items.push({ ...balanceKey(userId), ...fold(entries), version: entries.length });
      for (const entry of entries) items.push({ ...entryKey(userId, entry.id), ...entry, at });
    }
    await db.putAll(items);
  },
});

import type { LedgerEntry } from '../rules/ledger-entry.ts';
import { fold } from '../rules/ledger.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db, Item } from '../../platform/dynamo/db.ts';
import type { Key } from '../../platform/dynamo/key.ts';
import { balanceKey, entryKey } from './keys.ts';

/**
 * Whole journals that are made all at once, for demo data, each with the balance it amounts to in
 * the place of the one there was.
 */
export const createBulkLedger = (db: Db, clock: Clock) => ({
  async put(journals: ReadonlyMap<string, readonly LedgerEntry[]>): Promise<void> {
    const at = new Date(clock.now()).toISOString();
    const items: (Item & Key)[] = [];
    for (const [userId, entries] of journals) {
      items.push({ ...balanceKey(userId), ...fold(entries), version: entries.length });
      for (const entry of entries) items.push({ ...entryKey(userId, entry.id), ...entry, at });
    }
    await db.putAll(items);
  },
});

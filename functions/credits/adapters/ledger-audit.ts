import type { LedgerEntry } from '../rules/ledger-entry.ts';
import type { Db } from '../../platform/dynamo/db.ts';
import type { Scan } from '../../platform/dynamo/scan.ts';
import { userPartition } from '../../platform/dynamo/key.ts';
import { balanceKey } from './keys.ts';
import { balanceOf, entryOf, type StoredBalance } from './ledger-items.ts';

const USER = userPartition('');
const WRITTEN_BY_LEDGER = {
  text: 'SK = :balance OR begins_with(SK, :entry)',
  values: { ':balance': balanceKey('').SK, ':entry': 'ENTRY#' },
};

/** The ledger as its audit reads it. */
export const createLedgerAudit = (db: Db, scan: Scan) => ({
  /** Everybody who has a balance or an entry. Reads the whole table. */
  async *users(): AsyncIterable<string> {
    let last: string | undefined;
    for await (const { PK } of scan(WRITTEN_BY_LEDGER, 'PK')) {
      const userId = String(PK).slice(USER.length);
      if (userId !== last) yield userId;
      last = userId;
    }
  },

  stored: async (userId: string): Promise<StoredBalance> =>
    balanceOf(await db.get(balanceKey(userId))),

  async *entries(userId: string): AsyncIterable<LedgerEntry> {
    const rows = db.query({ partition: userPartition(userId), prefix: 'ENTRY#' });
    for await (const row of rows) yield entryOf(row);
  },
});

/** What the audit reads of the ledger. */
export type LedgerAudit = ReturnType<typeof createLedgerAudit>;

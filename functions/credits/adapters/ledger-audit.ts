import type { LedgerEntry, Movement } from '../rules/ledger-entry.ts';
import type { Db, Expression } from '../../platform/dynamo/db.ts';
import type { Scan, Segment } from '../../platform/dynamo/scan.ts';
import { userPartition } from '../../platform/dynamo/key.ts';
import { balanceKey } from './keys.ts';
import { balanceOf, entryOf, movementOf, type StoredBalance } from './ledger-items.ts';

const USER_PARTITION_PREFIX = userPartition('');
const LEDGER_ITEMS_FILTER = {
  text: 'SK = :balance OR begins_with(SK, :entry)',
  values: { ':balance': balanceKey('').SK, ':entry': 'ENTRY#' },
};

/** The attributes needed to recompute a balance, about a third of the size of an entry. */
const MOVEMENT_PROJECTION: Expression = {
  text: '#from, #to, amount, #ttl',
  names: { '#from': 'from', '#to': 'to', '#ttl': 'ttl' },
};

export interface LedgerAudit {
  /** All users with a balance or entries in the table, or in one segment of it. */
  users(part?: Segment): AsyncIterable<string>;
  storedBalance(userId: string): Promise<StoredBalance>;
  entries(userId: string): AsyncIterable<Movement>;
  /** Complete entries with their time (ISO 8601 in UTC), in no particular order. */
  history(userId: string): AsyncIterable<LedgerEntry & { readonly at: string }>;
}

export const createLedgerAudit = (db: Db, scan: Scan): LedgerAudit => ({
  async *users(part) {
    let last: string | undefined;
    for await (const { PK } of scan(LEDGER_ITEMS_FILTER, {
      projection: 'PK',
      ...(part && { part }),
    })) {
      const userId = String(PK).slice(USER_PARTITION_PREFIX.length);
      if (userId !== last) yield userId;
      last = userId;
    }
  },

  storedBalance: async (userId) => balanceOf(await db.get(balanceKey(userId))),

  async *entries(userId) {
    const query = {
      partition: userPartition(userId),
      prefix: 'ENTRY#',
      projection: MOVEMENT_PROJECTION,
    };
    for await (const row of db.query(query)) yield movementOf(row);
  },

  async *history(userId) {
    for await (const row of db.query({ partition: userPartition(userId), prefix: 'ENTRY#' }))
      yield { ...entryOf(row), at: String(row['at']) };
  },
});

import type { Clock } from '../../platform/clock.ts';
import type { Db, Item } from '../../platform/dynamo/db.ts';
import { userPartition } from '../../platform/dynamo/key.ts';
import type { Scan, ScanSegment } from '../../platform/dynamo/scan.ts';
import { type Checkpoint, NO_CHECKPOINT } from '../rules/checkpoint.ts';
import type { LedgerEntry, Movement } from '../rules/ledger-entry.ts';
import { movementsOf } from '../rules/usage-line.ts';
import { balanceKey, checkpointKey, ENTRY_PREFIX, USAGE_PREFIX } from './keys.ts';
import {
  parseStoredBalance,
  parseLedgerEntry,
  parseMovement,
  type StoredBalance,
} from './ledger-items.ts';
import { parseUsageLine } from './usage-lines.ts';

const USER_PARTITION_PREFIX = userPartition('');
const LEDGER_ITEMS_FILTER = {
  text: 'SK = :balance OR begins_with(SK, :entry) OR begins_with(SK, :usage)',
  values: { ':balance': balanceKey('').SK, ':entry': ENTRY_PREFIX, ':usage': USAGE_PREFIX },
};

interface DayMovements {
  readonly day: string;
  readonly movements: readonly Movement[];
}

/** The movements of an entry or of a usage line. A balance has none. */
interface LedgerRecord extends DayMovements {
  readonly userId: string;
  readonly kind: 'entry' | 'line' | 'balance';
}

export interface LedgerAudit {
  users(): AsyncIterable<string>;
  /** Ledger records of all users in the table, or in one part of it, user by user. */
  records(part?: ScanSegment): AsyncIterable<LedgerRecord>;
  storedBalance(userId: string): Promise<StoredBalance>;
  /** The usage lines from `day` on. */
  lines(userId: string, day: string): AsyncIterable<DayMovements>;
  checkpoint(userId: string): Promise<Checkpoint>;
  saveCheckpoint(userId: string, checkpoint: Checkpoint): Promise<void>;
  /** Complete entries with their time (ISO 8601 in UTC), unordered. */
  history(userId: string): AsyncIterable<LedgerEntry & { readonly at: string }>;
}

const userOf = ({ PK }: Item): string => String(PK).slice(USER_PARTITION_PREFIX.length);

function recordOf(item: Item): LedgerRecord {
  const [userId, sortKey] = [userOf(item), String(item['SK'])];
  if (sortKey.startsWith(ENTRY_PREFIX))
    return {
      userId,
      kind: 'entry',
      day: String(item['at']).slice(0, 10),
      movements: [parseMovement(item)],
    };
  if (sortKey.startsWith(USAGE_PREFIX)) return { userId, kind: 'line', ...lineMovementsOf(item) };
  return { userId, kind: 'balance', day: '', movements: [] };
}

function lineMovementsOf(item: Item): DayMovements {
  const { day, amounts } = parseUsageLine(item);
  return { day, movements: movementsOf(amounts) };
}

export const createLedgerAudit = (db: Db, clock: Clock, scan: Scan): LedgerAudit => ({
  async *users() {
    let last: string | undefined;
    for await (const item of scan(LEDGER_ITEMS_FILTER, { projection: 'PK' })) {
      const userId = userOf(item);
      if (userId !== last) yield userId;
      last = userId;
    }
  },

  async *records(part) {
    const now = Math.floor(clock.now() / 1000);
    // DynamoDB deletes the expired items of a closed account one by one. Skip the items that are
    // left, because their sums are incomplete.
    for await (const item of scan(LEDGER_ITEMS_FILTER, part && { part }))
      if (!(Number(item['ttl']) <= now)) yield recordOf(item);
  },

  storedBalance: async (userId) => parseStoredBalance(await db.get(balanceKey(userId))),

  async *lines(userId, day) {
    const from = `${USAGE_PREFIX}${day}`;
    const query = { partition: userPartition(userId), prefix: USAGE_PREFIX, from };
    for await (const item of db.query(query)) yield lineMovementsOf(item);
  },

  async checkpoint(userId) {
    const item = await db.get(checkpointKey(userId));
    return item
      ? { day: String(item['day']), balance: parseStoredBalance(item).balance }
      : NO_CHECKPOINT;
  },

  async saveCheckpoint(userId, { day, balance, ttl }) {
    await db.put({ ...checkpointKey(userId), day, ...balance, ttl });
  },

  async *history(userId) {
    for await (const row of db.query({ partition: userPartition(userId), prefix: ENTRY_PREFIX }))
      yield { ...parseLedgerEntry(row), at: String(row['at']) };
  },
});

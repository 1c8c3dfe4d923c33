import type { Clock } from '../../platform/clock.ts';
import type { TransactionalLedger } from '../ports.ts';
import type { Balance, CreditAccount, LedgerEntry } from '../rules/ledger-entry.ts';
import { deltasOf, sameMovement } from '../rules/ledger.ts';
import type { Db, Item, WriteItem } from '../../platform/dynamo/db.ts';
import { userPartition } from '../../platform/dynamo/key.ts';
import { balanceKey, entryKey } from './keys.ts';

/** The same entry id was used for two different movements: a bug that must not pass silently. */
export class LedgerMismatch extends Error {
  override readonly name = 'LedgerMismatch';
}

/** `source` is not stored: it is the negative sum of the others. */
const STORED = ['available', 'reserved', 'consumed', 'held'] as const satisfies CreditAccount[];

const whole = (item: Item | undefined, name: string): number => {
  const value = item?.[name];
  return typeof value === 'number' ? value : 0;
};

const balanceOf = (item: Item | undefined): Balance => ({
  available: whole(item, 'available'),
  reserved: whole(item, 'reserved'),
  consumed: whole(item, 'consumed'),
  held: whole(item, 'held'),
});

const entryOf = (item: Item): LedgerEntry => ({
  id: String(item['id']),
  kind: item['kind'] as LedgerEntry['kind'],
  from: item['from'] as CreditAccount,
  to: item['to'] as CreditAccount,
  amount: whole(item, 'amount'),
  why: String(item['why']),
});

/**
 * One update for all entries; an account that loses credits must hold them. Accounts go by `#name`,
 * since "consumed" is a reserved word of DynamoDB.
 */
function balanceWrite(table: string, userId: string, entries: readonly LedgerEntry[]): WriteItem {
  const deltas = deltasOf(entries);
  const changed = STORED.filter((account) => deltas[account] !== 0);
  const losing = changed.filter((account) => deltas[account] < 0);
  const values: Item = { ':one': 1 };
  for (const account of changed) values[`:${account}`] = deltas[account];
  for (const account of losing) values[`:need_${account}`] = -deltas[account];
  const add = [...changed.map((account) => `#${account} :${account}`), 'version :one'];
  return {
    Update: {
      TableName: table,
      Key: { ...balanceKey(userId) },
      UpdateExpression: `ADD ${add.join(', ')}`,
      ...(losing.length > 0 && {
        ConditionExpression: losing
          .map((account) => `#${account} >= :need_${account}`)
          .join(' AND '),
      }),
      ExpressionAttributeNames: Object.fromEntries(
        changed.map((account) => [`#${account}`, account]),
      ),
      ExpressionAttributeValues: values,
    },
  };
}

/** The credit ledger on the single table. Nothing else writes a balance or an entry. */
export function createLedger(db: Db, clock: Clock): TransactionalLedger {
  const entryWrite = (userId: string, entry: LedgerEntry): WriteItem => ({
    Put: {
      TableName: db.table,
      Item: {
        ...entryKey(userId, entry.id),
        ...entry,
        at: new Date(clock.now()).toISOString(),
      },
      ConditionExpression: 'attribute_not_exists(PK)',
    },
  });

  /** An entry id was taken: fine when it stands for the very same movement, a bug otherwise. */
  async function replayed(userId: string, entries: readonly LedgerEntry[]): Promise<'replayed'> {
    for (const entry of entries) {
      const stored = await db.get(entryKey(userId, entry.id));
      if (!stored || !sameMovement(entryOf(stored), entry))
        throw new LedgerMismatch(`${entry.id} of ${userId} exists with other content`);
    }
    return 'replayed';
  }

  const ledger: TransactionalLedger = {
    async balance(userId): Promise<Balance> {
      return balanceOf(await db.get(balanceKey(userId)));
    },

    async balances(userIds) {
      const keys = userIds.map((userId) => balanceKey(userId));
      const items = await db.batchGet(keys, { consistent: true });
      const byPartition = new Map(items.map((item) => [item['PK'], item]));
      return new Map(
        userIds.map((userId) => [userId, balanceOf(byPartition.get(userPartition(userId)))]),
      );
    },

    async entries(userId) {
      const entries: LedgerEntry[] = [];
      const rows = db.query({ partition: userPartition(userId), prefix: 'ENTRY#' });
      for await (const row of rows) entries.push(entryOf(row));
      return entries;
    },

    async move(userId, entries) {
      const outcome = await ledger.transact(userId, entries, []);
      if (outcome === 'stale') throw new Error('a move without companions cannot be stale');
      return outcome;
    },

    /** Writes stand in the order entries, balance, companions: the order in which failures are read. */
    async transact(userId, given, companions) {
      const entries = given.filter((entry) => entry.amount > 0);
      const writes = [
        ...entries.map((entry) => entryWrite(userId, entry)),
        ...(entries.length > 0 ? [balanceWrite(db.table, userId, entries)] : []),
        ...companions,
      ];
      if (writes.length === 0) return 'applied';
      const cancelled = await db.transact(writes);
      if (!cancelled) return 'applied';
      const conditionFailed = (from: number, to?: number): boolean =>
        cancelled.slice(from, to).includes('condition');
      if (conditionFailed(0, entries.length)) return replayed(userId, entries);
      return conditionFailed(writes.length - companions.length) ? 'stale' : 'insufficient';
    },
  };
  return ledger;
}

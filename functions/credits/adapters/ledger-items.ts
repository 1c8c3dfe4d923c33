import * as z from 'zod/mini';
import { type Balance, ENTRY_KINDS, type LedgerEntry } from '../rules/ledger-entry.ts';
import { fold } from '../rules/ledger.ts';
import type { Item, WriteItem } from '../../platform/dynamo/db.ts';
import type { StoredBalance } from '../ports.ts';
import { balanceKey, entryKey } from './keys.ts';

/** `source` is not stored: it is the negative sum of the others. `debt` is stored as a positive number. */
const STORED = [
  'available',
  'reserved',
  'consumed',
  'held',
  'debt',
] as const satisfies (keyof Balance)[];

const ACCOUNTS = ['source', ...STORED] as const;

const amount = z._default(z.number(), 0);

const storedBalance = z.object({
  available: amount,
  reserved: amount,
  consumed: amount,
  held: amount,
  debt: amount,
});

const storedEntry: z.ZodMiniType<LedgerEntry> = z.object({
  id: z.string(),
  kind: z.enum(ENTRY_KINDS),
  from: z.enum(ACCOUNTS),
  to: z.enum(ACCOUNTS),
  amount: z.number(),
  asked: z.optional(z.number()),
  why: z.string(),
});

export const entryOf = (item: Item): LedgerEntry => storedEntry.parse(item);

export const balanceOf = (item: Item | undefined): StoredBalance => ({
  balance: storedBalance.parse(item ?? {}),
  version: z.optional(z.number()).parse(item?.['version']),
  ttl: z.optional(z.number()).parse(item?.['ttl']),
});

/** What a write of the balance rests on, beside enough credits: all of it, or the debt alone. */
export type RestsOn = { readonly version: number | undefined } | { readonly debt: number };

/** @param ttl when the entry goes, in epoch seconds: undefined while there is an account */
export const entryWrite = (
  table: string,
  userId: string,
  entry: LedgerEntry,
  now: number,
  ttl?: number,
): WriteItem => ({
  Put: {
    TableName: table,
    Item: {
      ...entryKey(userId, entry.id),
      ...entry,
      at: new Date(now).toISOString(),
      ...(ttl !== undefined && { ttl }),
    },
    ConditionExpression: 'attribute_not_exists(PK)',
  },
});

/**
 * One update for all entries; an account that loses credits must hold them. Accounts go by `#name`,
 * since "consumed" is a reserved word of DynamoDB.
 */
export function balanceWrite(
  table: string,
  userId: string,
  entries: readonly LedgerEntry[],
  restsOn?: RestsOn,
): WriteItem {
  const change = fold(entries);
  const changed = STORED.filter((account) => change[account] !== 0);
  const losing = changed.filter((account) => change[account] < 0);
  const values: Item = { ':one': 1 };
  for (const account of changed) values[`:${account}`] = change[account];
  for (const account of losing) values[`:need_${account}`] = -change[account];
  const names: Record<string, string> = { '#version': 'version' };
  for (const account of changed) names[`#${account}`] = account;
  const conditions = losing.map((account) => `#${account} >= :need_${account}`);
  if (restsOn && 'debt' in restsOn) {
    names['#debt'] = 'debt';
    values[':debt_now'] = restsOn.debt;
    conditions.push(
      restsOn.debt === 0
        ? '(attribute_not_exists(#debt) OR #debt = :debt_now)'
        : '#debt = :debt_now',
    );
  } else if (restsOn?.version === undefined) {
    if (restsOn) conditions.push('attribute_not_exists(#version)');
  } else {
    values[':version_now'] = restsOn.version;
    conditions.push('#version = :version_now');
  }
  const add = [...changed.map((account) => `#${account} :${account}`), '#version :one'];
  return {
    Update: {
      TableName: table,
      Key: { ...balanceKey(userId) },
      UpdateExpression: `ADD ${add.join(', ')}`,
      ...(conditions.length > 0 && { ConditionExpression: conditions.join(' AND ') }),
      ExpressionAttributeNames: names,
      ExpressionAttributeValues: values,
    },
  };
}

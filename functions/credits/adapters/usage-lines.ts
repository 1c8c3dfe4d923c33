import * as z from 'zod/mini';
import { ENTRY_KINDS, type LedgerEntry } from '../rules/ledger-entry.ts';
import {
  sumAmountsByKind,
  availableChangeOf,
  usageSubjectOf,
  type UsageLine,
  countChargedAddresses,
} from '../rules/usage-line.ts';
import type { Db, Item, TransactionStep } from '../../platform/dynamo/db.ts';
import { updateExpression, updateWrite } from '../../platform/dynamo/expression.ts';
import { userPartition } from '../../platform/dynamo/key.ts';
import { figureWrites } from './figures.ts';
import { USAGE_PREFIX, usageKey } from './keys.ts';

const storedLine = z.object({ day: z.string(), at: z.optional(z.string()), subject: z.string() });
const storedAmounts = z.partialRecord(z.enum(ENTRY_KINDS), z.number());

export function parseUsageLine(item: Item): UsageLine {
  const nonzero = ENTRY_KINDS.filter((kind) => kind in item).map((kind) => [kind, item[kind]]);
  return { ...storedLine.parse(item), amounts: storedAmounts.parse(Object.fromEntries(nonzero)) };
}

function usageLineOf(entries: readonly LedgerEntry[], now: number): UsageLine | undefined {
  const [first] = entries;
  const amounts = sumAmountsByKind(entries);
  if (!first || Object.keys(amounts).length === 0) return undefined;
  const at = new Date(now).toISOString();
  return { day: at.slice(0, 10), at, subject: usageSubjectOf(first), amounts };
}

export function usageWrites(
  userId: string,
  entries: readonly LedgerEntry[],
  now: number,
  ttl?: number,
): TransactionStep[] {
  const line = usageLineOf(entries, now);
  if (!line) return [];
  const { day, at, subject, amounts } = line;
  const set = { day, at, subject, ...(ttl !== undefined && { ttl }) };
  return [
    updateWrite(usageKey(userId, line), updateExpression(set, { ...amounts })),
    ...figureWrites(now, entries[0]?.id ?? '', { verified: countChargedAddresses(amounts) }),
  ];
}

export interface UsageLines {
  /**
   * Returns a page of at most `limit` usage lines, newest day first, and the position of the next
   * page. `days` is a prefix of the days, such as `2026-11`. `from` is a position that an earlier
   * call returned for the same `days`.
   */
  usage(
    userId: string,
    options: { days: string; from?: string | undefined; limit: number },
  ): Promise<{ lines: UsageLine[]; next: string | undefined }>;
  /** Addresses charged since a day such as `2026-11-20`. */
  chargedSince(userId: string, day: string): Promise<number>;
  /** How much the available credits have changed since the end of a month such as `2026-11`. */
  changeAfter(userId: string, month: string): Promise<number>;
}

export const createUsageLines = (db: Db): UsageLines => ({
  async usage(userId, { days, from, limit }) {
    const prefix = USAGE_PREFIX + days;
    if (from !== undefined && !from.startsWith(prefix)) return { lines: [], next: undefined };
    const partition = userPartition(userId);
    const query = { partition, prefix, descending: true, ...(from !== undefined && { to: from }) };
    const found = await db.page(query, 0, limit + 1);
    const next = found[limit];
    return { lines: found.slice(0, limit).map(parseUsageLine), next: next && String(next['SK']) };
  },

  chargedSince: (userId, day) => sumSince(db, userId, day, countChargedAddresses),

  // Day 32 sorts after every day of the month.
  changeAfter: (userId, month) => sumSince(db, userId, `${month}-32`, availableChangeOf),
});

async function sumSince(
  db: Db,
  userId: string,
  day: string,
  measure: (amounts: UsageLine['amounts']) => number,
): Promise<number> {
  const query = {
    partition: userPartition(userId),
    prefix: USAGE_PREFIX,
    from: USAGE_PREFIX + day,
  };
  let sum = 0;
  for await (const item of db.query(query)) sum += measure(parseUsageLine(item).amounts);
  return sum;
}

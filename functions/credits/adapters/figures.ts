import type { Db, TransactionStep } from '../../platform/dynamo/db.ts';
import { updateExpression, updateWrite } from '../../platform/dynamo/expression.ts';
import { shardOf } from '../../platform/dynamo/key.ts';
import { type WeeklyTotals, weekOf } from '../rules/figures.ts';
import { FIGURE_SHARDS, figureKey } from './keys.ts';

/**
 * Returns the writes that add an event to the figures of its week. They must be part of the event's
 * transaction, so that each event counts once.
 * @param at epoch milliseconds
 * @param id the event's id, which selects one of several items to avoid conflicts
 */
export function figureWrites(
  at: number,
  id: string,
  increments: Partial<WeeklyTotals>,
): TransactionStep[] {
  const nonzero = Object.fromEntries(Object.entries(increments).filter(([, count]) => count !== 0));
  if (Object.keys(nonzero).length === 0) return [];
  return [
    updateWrite(figureKey(weekOf(at), shardOf(id, FIGURE_SHARDS)), updateExpression({}, nonzero)),
  ];
}

export interface WeeklyTotalsStore {
  writes(at: number, id: string, increments: Partial<WeeklyTotals>): TransactionStep[];
  /** Weeks without figures are missing. */
  read(weeks: readonly string[]): Promise<ReadonlyMap<string, WeeklyTotals>>;
}

export const createWeeklyTotalsStore = (db: Db): WeeklyTotalsStore => ({
  writes: figureWrites,

  async read(weeks) {
    const shards = Array.from({ length: FIGURE_SHARDS }, (_, shard) => shard);
    const keys = weeks.flatMap((week) => shards.map((shard) => figureKey(week, shard)));
    const sums = new Map<string, WeeklyTotals>();
    for (const item of await db.batchGet(keys)) {
      const week = String(item['SK']);
      const sum = sums.get(week);
      const total = (name: keyof WeeklyTotals) => (sum?.[name] ?? 0) + Number(item[name] ?? 0);
      sums.set(week, {
        signups: total('signups'),
        verified: total('verified'),
        revenueCents: total('revenueCents'),
      });
    }
    return sums;
  },
});

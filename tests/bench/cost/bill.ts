import { PRICES, type Usage } from './prices.ts';

export interface Charge {
  readonly item: string;
  readonly usd: number;
}

export const dollarsOf = (usage: Usage): number =>
  (Object.entries(usage) as [keyof Usage, number][]).reduce(
    (sum, [name, quantity]) => sum + quantity * PRICES[name].usd,
    0,
  );

/**
 * Calculates a bill from the usage of each item, multiplied by `factor`, most expensive item first.
 */
export const billOf = (usages: Readonly<Record<string, Usage>>, factor = 1): Charge[] =>
  Object.entries(usages)
    .map(([item, usage]) => ({ item, usd: dollarsOf(usage) * factor }))
    .toSorted((a, b) => b.usd - a.usd);

export const totalOf = (bill: readonly Charge[]): number =>
  bill.reduce((sum, { usd }) => sum + usd, 0);

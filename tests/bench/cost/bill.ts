import { PRICES, type BilledUsage } from './prices.ts';

export interface BillItem {
  readonly item: string;
  readonly usd: number;
}

export const calculateCostUsd = (usage: BilledUsage): number =>
  (Object.entries(usage) as [keyof BilledUsage, number][]).reduce(
    (sum, [name, quantity]) => sum + quantity * PRICES[name].usd,
    0,
  );

/**
 * Calculates a bill from the usage of each item, multiplied by `factor`, most expensive item first.
 */
export const calculateBill = (
  usages: Readonly<Record<string, BilledUsage>>,
  factor = 1,
): BillItem[] =>
  Object.entries(usages)
    .map(([item, usage]) => ({ item, usd: calculateCostUsd(usage) * factor }))
    .toSorted((a, b) => b.usd - a.usd);

export const calculateTotalUsd = (bill: readonly BillItem[]): number =>
  bill.reduce((sum, { usd }) => sum + usd, 0);

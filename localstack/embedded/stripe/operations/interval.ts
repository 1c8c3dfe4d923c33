import type { Price } from '../model/state.ts';

/** Months of a recurring price. @throws for days and weeks, which are not simulated */
export function intervalMonths({ recurring }: Price): number {
  if (recurring?.interval === 'month') return recurring.interval_count;
  if (recurring?.interval === 'year') return recurring.interval_count * 12;
  throw new Error('The fake of Stripe simulates months and years alone.');
}

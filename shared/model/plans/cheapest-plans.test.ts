import { describe, expect, it } from 'vitest';
import { getPlansOnSale } from './plans.ts';
import { findCheapestPlans } from './cheapest-plans.ts';

const plans = getPlansOnSale().map(({ planId, type, credits, cents }) => ({
  id: planId,
  type,
  credits,
  price_cents: cents,
}));

const describeBaskets = (credits: number) => {
  const baskets = findCheapestPlans(plans, credits);
  return [baskets?.any, baskets?.packs].map(
    (basket) => `${basket?.plans.map(({ id }) => id).join(' + ')} = ${(basket?.cents ?? 0) / 100}`,
  );
};

describe('the cheapest basket for a number of credits', () => {
  it.each([
    [1, 'pack_1000 = 5', 'pack_1000 = 5'],
    [1001, 'pack_1000 + pack_1000 = 10', 'pack_1000 + pack_1000 = 10'],
    // At the same price, one payment is better than four.
    [4000, 'monthly_5000 = 15', 'pack_5000 = 20'],
    [10_000, 'pack_10000 = 30', 'pack_10000 = 30'],
    [25_000, 'monthly_25000 = 50', 'pack_5000 + pack_10000 + pack_10000 = 80'],
    [30_000, 'monthly_25000 + pack_5000 = 70', 'pack_50000 = 90'],
    [40_000, 'pack_50000 = 90', 'pack_50000 = 90'],
    [500_000, 'monthly_500000 = 500', Array(5).fill('pack_100000').join(' + ') + ' = 750'],
  ])('%d', (credits, any, packs) => {
    expect(describeBaskets(credits)).toEqual([any, packs]);
  });

  it('never costs more than a basket for more credits', () => {
    const cents = Array.from(
      { length: 300 },
      (_, step) => findCheapestPlans(plans, step * 997 + 1)?.any.cents,
    );
    expect(cents).toEqual(cents.toSorted((a, b) => Number(a) - Number(b)));
  });

  it('is undefined if no pack is sold', () => {
    expect(findCheapestPlans([], 1000)).toBeUndefined();
  });
});

import type { PlanRow } from '../../../shared/contract/billing.ts';
import { PLAN_TYPE } from '../../../shared/model/plan-type.ts';

/** The credits of every pack are a multiple of this number. */
const STEP = 1000;

/** Plans to pay for together. A plan that occurs twice is to be bought twice. */
export interface Basket {
  readonly plans: readonly PlanRow[];
  /** Euro cents, excluding VAT. */
  readonly cents: number;
  readonly credits: number;
}

/** The items of the payment for these plans. */
export const itemsOf = (plans: readonly PlanRow[]) =>
  [...new Set(plans)].map((plan) => ({
    plan_id: plan.id,
    quantity: plans.filter((each) => each === plan).length,
  }));

const addPlan = (basket: Basket, plan: PlanRow): Basket => ({
  plans: [plan, ...basket.plans],
  cents: basket.cents + plan.price_cents,
  credits: basket.credits + plan.credits,
});

/** Sorts by price, then by the number of payments, both ascending, then by credits, descending. */
const byPrice = (a: Basket, b: Basket): number =>
  a.cents - b.cents || a.plans.length - b.plans.length || b.credits - a.credits;

const cheapestOf = (baskets: readonly Basket[]): Basket =>
  baskets.reduce((best, basket) => (byPrice(basket, best) < 0 ? basket : best));

/**
 * The cheapest baskets with at least this many credits: one with packs only, and one that may
 * include a payment of a subscription. Undefined if no pack is sold.
 * @param credits a whole number
 */
export function cheapestPlans(
  plans: readonly PlanRow[],
  credits: number,
): { readonly packs: Basket; readonly any: Basket } | undefined {
  const packs = plans.filter(({ type }) => type === PLAN_TYPE.credits);
  if (packs.length === 0) return undefined;
  const emptyBasket: Basket = { plans: [], cents: 0, credits: 0 };
  // baskets[n] has at least n steps of credits.
  const baskets = [emptyBasket];
  const basketOf = (steps: number): Basket => baskets[Math.max(0, steps)] ?? emptyBasket;
  const steps = Math.ceil(credits / STEP);
  for (let step = 1; step <= steps; step += 1)
    baskets.push(
      cheapestOf(packs.map((pack) => addPlan(basketOf(step - pack.credits / STEP), pack))),
    );
  const mixed = plans
    .filter(({ type }) => type === PLAN_TYPE.subscription)
    .map((plan) => addPlan(basketOf(steps - plan.credits / STEP), plan));
  return { packs: basketOf(steps), any: cheapestOf([basketOf(steps), ...mixed]) };
}

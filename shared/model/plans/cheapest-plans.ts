import { PLAN_TYPE, type PlanType } from './plan-type.ts';

/** The credits of every pack are a multiple of this number. */
const CREDIT_STEP = 1000;

interface PricedPlan {
  readonly type: PlanType;
  readonly credits: number;
  /** Euro cents, excluding VAT. */
  readonly price_cents: number;
}

/** Plans to pay for together. A plan that occurs twice is bought twice. */
export interface PlanBasket<Plan> {
  readonly plans: readonly Plan[];
  /** Euro cents, excluding VAT. */
  readonly cents: number;
  readonly credits: number;
}

/** Groups equal plans into one item with their quantity. */
export const toCheckoutItems = <Plan extends { readonly id: string }>(plans: readonly Plan[]) =>
  [...new Set(plans)].map((plan) => ({
    plan_id: plan.id,
    quantity: plans.filter((each) => each === plan).length,
  }));

const addPlan = <Plan extends PricedPlan>(
  basket: PlanBasket<Plan>,
  plan: Plan,
): PlanBasket<Plan> => ({
  plans: [plan, ...basket.plans],
  cents: basket.cents + plan.price_cents,
  credits: basket.credits + plan.credits,
});

/** Sorts by price, then by the number of payments, both ascending, then by credits, descending. */
const byPrice = (a: PlanBasket<unknown>, b: PlanBasket<unknown>): number =>
  a.cents - b.cents || a.plans.length - b.plans.length || b.credits - a.credits;

const cheapestOf = <Plan>(baskets: readonly PlanBasket<Plan>[]): PlanBasket<Plan> =>
  baskets.reduce((best, basket) => (byPrice(basket, best) < 0 ? basket : best));

/**
 * Returns the cheapest baskets with at least this many credits: one with packs only, and one that
 * may include a payment of a subscription. Undefined if no pack is sold.
 * @param credits a whole number
 */
export function findCheapestPlans<Plan extends PricedPlan>(
  plans: readonly Plan[],
  credits: number,
): { readonly packs: PlanBasket<Plan>; readonly any: PlanBasket<Plan> } | undefined {
  const packs = plans.filter(({ type }) => type === PLAN_TYPE.credits);
  if (packs.length === 0) return undefined;
  const emptyBasket: PlanBasket<Plan> = { plans: [], cents: 0, credits: 0 };
  // `baskets[n]` is the cheapest basket with at least n steps of credits.
  const baskets = [emptyBasket];
  const basketOf = (steps: number): PlanBasket<Plan> => baskets[Math.max(0, steps)] ?? emptyBasket;
  const steps = Math.ceil(credits / CREDIT_STEP);
  for (let step = 1; step <= steps; step += 1)
    baskets.push(
      cheapestOf(packs.map((pack) => addPlan(basketOf(step - pack.credits / CREDIT_STEP), pack))),
    );
  const mixed = plans
    .filter(({ type }) => type === PLAN_TYPE.subscription)
    .map((plan) => addPlan(basketOf(steps - plan.credits / CREDIT_STEP), plan));
  return { packs: basketOf(steps), any: cheapestOf([basketOf(steps), ...mixed]) };
}

import type { PlanRow } from '../../../../shared/contract/billing.ts';
import { PLAN_TYPE } from '../../../../shared/model/plan-type.ts';

/** Every pack is a multiple of so many credits. */
const STEP = 1000;

/** Plans that are paid once each; one that stands there twice is bought twice. */
export interface Way {
  readonly plans: readonly PlanRow[];
  /** Euro cents, excluding VAT. */
  readonly cents: number;
  readonly credits: number;
}

const plus = (way: Way, plan: PlanRow): Way => ({
  plans: [plan, ...way.plans],
  cents: way.cents + plan.price_cents,
  credits: way.credits + plan.credits,
});

/** Cheapest first; of the same price the fewest payments, then the most credits. */
const byPrice = (a: Way, b: Way): number =>
  a.cents - b.cents || a.plans.length - b.plans.length || b.credits - a.credits;

const first = (ways: readonly Way[]): Way =>
  ways.reduce((best, way) => (byPrice(way, best) < 0 ? way : best));

/**
 * The cheapest ways to so many credits: by packs, and with at most one payment of a subscription
 * beside them. Undefined where no pack is sold.
 * @param credits a whole number
 */
export function cheapestWays(
  plans: readonly PlanRow[],
  credits: number,
): { readonly packs: Way; readonly any: Way } | undefined {
  const packs = plans.filter(({ type }) => type === PLAN_TYPE.credits);
  if (packs.length === 0) return undefined;
  const nothing: Way = { plans: [], cents: 0, credits: 0 };
  // ways[n] brings n steps or more.
  const ways = [nothing];
  const wayTo = (steps: number): Way => ways[Math.max(0, steps)] ?? nothing;
  const steps = Math.ceil(credits / STEP);
  for (let step = 1; step <= steps; step += 1)
    ways.push(first(packs.map((pack) => plus(wayTo(step - pack.credits / STEP), pack))));
  const mixed = plans
    .filter(({ type }) => type === PLAN_TYPE.subscription)
    .map((plan) => plus(wayTo(steps - plan.credits / STEP), plan));
  return { packs: wayTo(steps), any: first([wayTo(steps), ...mixed]) };
}

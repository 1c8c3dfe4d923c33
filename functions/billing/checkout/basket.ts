import { AppError } from '../../../shared/contract/errors.ts';
import { PLAN_TYPE } from '../../../shared/model/plan-type.ts';
import { type PlanVersion, plansOnSale } from '../rules/plans.ts';

/** Plans to pay for together, each once, the subscription first. */
export interface Basket {
  readonly items: readonly { readonly plan: PlanVersion; readonly quantity: number }[];
  readonly subscription: PlanVersion | undefined;
  /** The list that waits for these credits; the customer returns to its page. */
  readonly listId: string | undefined;
}

/** A plan to buy, as a request names it. */
export interface WantedPlan {
  readonly plan_id: string;
  readonly quantity: number;
}

/**
 * @throws {AppError} `not_found` for a plan that is not on sale, `wrong_state` for more than one
 *   subscription, which Stripe would bill together
 */
export function basketOf(wanted: readonly WantedPlan[], listId: string | undefined): Basket {
  const onSale = plansOnSale();
  if (!wanted.every(({ plan_id: id }) => onSale.some(({ planId }) => planId === id)))
    throw new AppError('not_found');
  const items = onSale.flatMap((plan) => {
    const same = wanted.filter(({ plan_id: id }) => id === plan.planId);
    const quantity = same.reduce((sum, each) => sum + each.quantity, 0);
    return quantity > 0 ? { plan, quantity } : [];
  });
  const subscriptions = items.filter(({ plan }) => plan.type === PLAN_TYPE.subscription);
  if (subscriptions.reduce((sum, { quantity }) => sum + quantity, 0) > 1)
    throw new AppError('wrong_state');
  return { items, subscription: subscriptions[0]?.plan, listId };
}

/** At most one checkout session is open per slot: the subscription, a list, a pack or a basket. */
export function slotOf({ items: [first, ...others], subscription, listId }: Basket): string {
  if (subscription) return 'subscription';
  if (listId !== undefined) return `list:${listId}`;
  return first && others.length === 0 && first.quantity === 1 ? first.plan.planId : 'basket';
}

/** The content of a basket as text; that of a single plan is the id of its version. */
export const contentOf = ({ items }: Basket): string =>
  items.map(({ plan, quantity }) => (quantity === 1 ? plan.id : `${quantity}*${plan.id}`)).join();

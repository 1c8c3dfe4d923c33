import { AppError } from '../../../shared/contract/errors.ts';
import { PLAN_TYPE } from '../../../shared/model/plans/plan-type.ts';
import { type PlanVersion, getPlansOnSale } from '../../../shared/model/plans/plans.ts';

/** Plans paid for together. Each occurs at most once, and the subscription comes first. */
export interface CheckoutBasket {
  readonly items: readonly { readonly plan: PlanVersion; readonly quantity: number }[];
  readonly subscription: PlanVersion | undefined;
  /** Id of the list that waits for these credits. The customer returns to its page. */
  readonly listId: string | undefined;
}

export interface RequestedPlan {
  readonly plan_id: string;
  readonly quantity: number;
}

/**
 * @throws {AppError} `not_found` for a plan that is not on sale, `wrong_state` for more than one
 *   subscription, because Stripe would bill them together
 */
export function createBasket(
  wanted: readonly RequestedPlan[],
  listId: string | undefined,
): CheckoutBasket {
  const onSale = getPlansOnSale();
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

/**
 * Returns the kind of a basket, called its slot: the subscription, a list, a pack or several packs.
 * A user has at most one open checkout session per slot.
 */
export function checkoutSlotOf({
  items: [first, ...others],
  subscription,
  listId,
}: CheckoutBasket): string {
  if (subscription) return 'subscription';
  if (listId !== undefined) return `list:${listId}`;
  return first && others.length === 0 && first.quantity === 1 ? first.plan.planId : 'basket';
}

/** For one unit of a single plan, the text is the id of the plan version. */
export const formatBasket = ({ items }: CheckoutBasket): string =>
  items.map(({ plan, quantity }) => (quantity === 1 ? plan.id : `${quantity}*${plan.id}`)).join();

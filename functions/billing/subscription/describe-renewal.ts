import type { Renewal } from '../../../shared/contract/billing.ts';
import type { User } from '../../access/adapters/user.ts';
import { callStripe } from '../call-stripe.ts';
import type { BillingDeps } from '../deps.ts';
import { findPrimarySubscription, renewalOfSubscription } from '../rules/subscription.ts';

/**
 * Both the card and the next payment are null for a user without a subscription. The next payment
 * is also null if the subscription ends or is past due.
 * @throws {AppError} `payment_unavailable`
 */
export const describeRenewal = (
  deps: Pick<BillingDeps, 'log' | 'stripe'>,
  { id, stripeCustomerId }: User,
): Promise<Renewal> =>
  callStripe(deps, 'renewal_unknown', { user: id }, async () => {
    const { stripe } = deps;
    const subscription =
      stripeCustomerId === undefined
        ? undefined
        : findPrimarySubscription(await stripe.listSubscriptions(stripeCustomerId));
    if (subscription === undefined) return { card: null, next: null };
    const { at, ends, pastDue } = renewalOfSubscription(subscription);
    const [card, amounts] = await Promise.all([
      stripe.findCard(subscription.id),
      ends || pastDue ? null : stripe.previewRenewal(subscription),
    ]);
    return { card, next: amounts && at !== undefined ? { date: at, ...amounts } : null };
  });

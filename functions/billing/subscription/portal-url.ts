import { AppError } from '../../../shared/contract/errors.ts';
import type { User } from '../../access/adapters/user.ts';
import { callStripe } from '../call-stripe.ts';
import type { BillingDeps } from '../deps.ts';
import { findPrimarySubscription } from '../rules/subscription.ts';

/**
 * Returns the URL of the Stripe portal: the cancellation page for `cancel`; without `cancel`, or if
 * there is nothing to cancel, the first page. Before the cancellation page opens, cancels any
 * scheduled plan change, even if the user then keeps the subscription. Do not store the URL,
 * because it grants access to the customer's billing.
 * @throws {AppError} `not_found` for a user who never opened a payment page, `payment_unavailable`
 */
export async function createPortalUrl(
  deps: Pick<BillingDeps, 'log' | 'stripe'>,
  { id, stripeCustomerId, language }: User,
  flow: 'cancel' | undefined,
): Promise<string> {
  const { stripe } = deps;
  if (stripeCustomerId === undefined) throw new AppError('not_found');
  return callStripe(deps, 'portal_failed', { user: id }, async () => {
    const subscription =
      flow === 'cancel'
        ? findPrimarySubscription(await stripe.listSubscriptions(stripeCustomerId))
        : undefined;
    if (subscription === undefined || subscription.canceledAt !== undefined)
      return stripe.createPortal(stripeCustomerId, language);
    // While a change is scheduled, the portal only offers to undo it.
    await stripe.releaseSchedule(subscription);
    return stripe.createCancelPortal(subscription, language);
  });
}

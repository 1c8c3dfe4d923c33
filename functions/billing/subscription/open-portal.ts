import { AppError } from '../../../shared/contract/errors.ts';
import type { User } from '../../access/adapters/user.ts';
import { askStripe } from '../ask-stripe.ts';
import type { BillingDeps } from '../deps.ts';
import { keptOf } from '../rules/subscription.ts';

/**
 * A page of Stripe where the user manages the subscription: with `cancel` its cancellation, or the
 * first page when there is nothing to cancel. A scheduled change is taken back before, also where
 * the user turns back on Stripe's page. The link opens the account: it is never kept.
 * @throws {AppError} `not_found` for somebody who never paid, `payment_unavailable`
 */
export async function openPortal(
  deps: Pick<BillingDeps, 'log' | 'stripe'>,
  { id, stripeCustomerId, language }: User,
  flow: 'cancel' | undefined,
): Promise<string> {
  const { stripe } = deps;
  if (stripeCustomerId === undefined) throw new AppError('not_found');
  return askStripe(deps, 'portal_failed', { user: id }, async () => {
    const present =
      flow === 'cancel' ? keptOf(await stripe.listSubscriptions(stripeCustomerId)) : undefined;
    if (present === undefined || present.canceledAt !== undefined)
      return stripe.createPortal(stripeCustomerId, language);
    // Beside a scheduled change the portal offers nothing but to take it back.
    await stripe.releaseSchedule(present);
    return stripe.createCancelPortal(present, language);
  });
}

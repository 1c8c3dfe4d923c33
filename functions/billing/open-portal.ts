import { AppError } from '../../shared/contract/errors.ts';
import type { User } from '../access/ports.ts';
import type { Log } from '../platform/log.ts';
import { isStripeFailure } from './rules/stripe-failure.ts';
import type { Stripe } from './ports.ts';
import { keptOf } from './rules/subscription.ts';

/**
 * A page of Stripe where the user manages the subscription: with `cancel` its cancellation, or the
 * first page when there is nothing to cancel. The link opens the account: it is never kept.
 * @throws {AppError} `not_found` for somebody who never paid, `payment_unavailable`
 */
export async function openPortal(
  { stripe, log }: { readonly stripe: Stripe; readonly log: Log },
  { id, stripeCustomerId, language }: User,
  flow: 'cancel' | undefined,
): Promise<string> {
  if (stripeCustomerId === undefined) throw new AppError('not_found');
  try {
    const present =
      flow === 'cancel' ? keptOf(await stripe.subscriptionsOf(stripeCustomerId)) : undefined;
    return present !== undefined && present.canceledAt === undefined
      ? await stripe.portalToCancel(present, language)
      : await stripe.portal(stripeCustomerId, language);
  } catch (error) {
    if (!isStripeFailure(error)) throw error;
    log.error('portal_failed', error, { user: id });
    throw new AppError('payment_unavailable', {}, { cause: error });
  }
}

import type { Renewal } from '../../../shared/contract/billing.ts';
import type { User } from '../../access/adapters/user.ts';
import { askStripe } from '../ask-stripe.ts';
import type { BillingDeps } from '../deps.ts';
import { keptOf, renewalOf } from '../rules/subscription.ts';

/**
 * Card and next payment of the user's plan, both read from Stripe; null if there is none.
 * @throws {AppError} `payment_unavailable`
 */
export const describeRenewal = (
  deps: Pick<BillingDeps, 'log' | 'stripe'>,
  { id, stripeCustomerId }: User,
): Promise<Renewal> =>
  askStripe(deps, 'renewal_unknown', { user: id }, async () => {
    const { stripe } = deps;
    const present =
      stripeCustomerId === undefined
        ? undefined
        : keptOf(await stripe.listSubscriptions(stripeCustomerId));
    if (present === undefined) return { card: null, next: null };
    const { at, ends, pastDue } = renewalOf(present);
    const [card, amounts] = await Promise.all([
      stripe.findCard(present.id),
      ends || pastDue ? null : stripe.previewRenewal(present),
    ]);
    return { card, next: amounts && at !== undefined ? { date: at, ...amounts } : null };
  });

import type { Accounts } from '../account/ports.ts';
import type { Purchases, Stripe } from './ports.ts';

/**
 * Ends what a user pays for and forgets the user's cards: cancels the subscriptions without a
 * refund and deletes the customer at Stripe. Once done, or with nothing to do, it changes nothing.
 * @throws {StripeUnavailable} when Stripe gives no answer; call it again
 */
export async function closeBilling(
  deps: {
    readonly accounts: Pick<Accounts, 'clearCustomer' | 'get'>;
    readonly purchases: Pick<Purchases, 'noteFormerCustomer'>;
    readonly stripe: Pick<
      Stripe,
      'deleteCustomer' | 'endSubscription' | 'hasCustomer' | 'subscriptionsOf'
    >;
  },
  userId: string,
): Promise<void> {
  const customerId = (await deps.accounts.get(userId))?.stripeCustomerId;
  if (customerId === undefined) return;
  if (await deps.stripe.hasCustomer(customerId)) {
    for (const { id } of await deps.stripe.subscriptionsOf(customerId))
      await deps.stripe.endSubscription(id, 'account_closed');
    await deps.stripe.deleteCustomer(customerId);
  }
  await deps.purchases.noteFormerCustomer(userId, customerId);
  await deps.accounts.clearCustomer(userId, customerId);
}

import type { Accounts } from '../account/ports.ts';
import type { Stripe } from './ports.ts';

/**
 * Ends what a user pays for and forgets the user's cards: cancels the subscriptions without a
 * refund and deletes the customer at Stripe. The account may be gone already, so the customer is
 * named. Once done it changes nothing.
 * @throws {StripeUnavailable} when Stripe gives no answer; call it again
 */
export async function closeBilling(
  deps: {
    readonly accounts: Pick<Accounts, 'clearCustomer'>;
    readonly stripe: Pick<
      Stripe,
      'deleteCustomer' | 'endSubscription' | 'hasCustomer' | 'subscriptionsOf'
    >;
  },
  {
    userId,
    stripeCustomerId,
  }: { readonly userId: string; readonly stripeCustomerId?: string | undefined },
): Promise<void> {
  if (stripeCustomerId === undefined) return;
  if (await deps.stripe.hasCustomer(stripeCustomerId)) {
    for (const { id } of await deps.stripe.subscriptionsOf(stripeCustomerId))
      await deps.stripe.endSubscription(id, 'account_closed');
    await deps.stripe.deleteCustomer(stripeCustomerId);
  }
  await deps.accounts.clearCustomer(userId, stripeCustomerId);
}

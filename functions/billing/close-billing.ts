import type { Accounts } from '../account/ports.ts';
import type { Inbox, Stripe } from './ports.ts';

/**
 * Ends what a user pays for and forgets the user's cards: cancels the subscriptions without a
 * refund and deletes the customer at Stripe, with what was kept of its events. The account may be
 * gone already, so the customer is named. Once done it changes nothing.
 * @throws {StripeUnavailable} when Stripe gives no answer; call it again
 */
export async function closeBilling(
  deps: {
    readonly accounts: Pick<Accounts, 'clearCustomer'>;
    readonly inbox: Pick<Inbox, 'forgetRaw'>;
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
  // First of all: what comes of this customer from here on is not kept as it comes.
  await deps.accounts.clearCustomer(userId, stripeCustomerId);
  if (await deps.stripe.hasCustomer(stripeCustomerId)) {
    for (const { id } of await deps.stripe.subscriptionsOf(stripeCustomerId))
      await deps.stripe.endSubscription(id, 'account_closed');
    await deps.stripe.deleteCustomer(stripeCustomerId);
  }
  await deps.inbox.forgetRaw(stripeCustomerId);
}

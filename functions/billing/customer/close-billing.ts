import type { User } from '../../access/adapters/user.ts';
import type { BillingDeps } from '../deps.ts';

type CloseBillingDeps = Pick<BillingDeps, 'accounts' | 'purchases' | 'stripe'>;

/** Whose payments end. The account may be gone already, so the customer is named. */
type Payer = Pick<User, 'email' | 'stripeCustomerId'> & { readonly userId: string };

/**
 * Ends what a user pays for and deletes the user's cards: cancels the subscriptions without a
 * refund, closes payment pages, voids what is owed and deletes the customer at Stripe. A customer that was made and never
 * written to the account is looked for. Once done it changes nothing.
 * @throws {StripeUnavailableError} when Stripe gives no response; call it again
 */
export async function closeBilling(deps: CloseBillingDeps, payer: Payer): Promise<void> {
  for (const customerId of await customersOf(deps, payer)) {
    await deps.accounts.clearCustomer(payer.userId, customerId);
    if (await deps.stripe.findCustomer(customerId)) {
      for (const { id } of await deps.stripe.listSubscriptions(customerId))
        await deps.stripe.endSubscription(id, 'account_closed');
      await deps.stripe.expireOpenSessions(customerId);
      await deps.stripe.stopCollection({ customer: customerId });
      await deps.stripe.deleteCustomer(customerId);
    }
  }
}

async function customersOf(
  { purchases, stripe }: CloseBillingDeps,
  { userId, email, stripeCustomerId }: Payer,
): Promise<readonly string[]> {
  if (stripeCustomerId !== undefined) return [stripeCustomerId];
  // Who never went to pay does not have to wait for Stripe.
  return (await purchases.wasCustomerAsked(userId)) ? stripe.listCustomers(userId, email) : [];
}

import type { User } from '../../access/adapters/user.ts';
import type { BillingDeps } from '../deps.ts';

type CloseBillingDeps = Pick<BillingDeps, 'accounts' | 'purchases' | 'stripe'>;

/** Fields of the user whose billing is closed. The account itself may already be gone. */
type Payer = Pick<User, 'email' | 'stripeCustomerId'> & { readonly userId: string };

/**
 * Closes a user's billing and deletes the user's cards: cancels the subscriptions without a refund,
 * expires payment pages, voids unpaid invoices and deletes the Stripe customer, even if it was
 * never linked to the account. Idempotent.
 * @throws {StripeUnavailableError} if Stripe gives no response; call it again
 */
export async function closeBilling(deps: CloseBillingDeps, payer: Payer): Promise<void> {
  for (const customerId of await customersOf(deps, payer)) {
    await deps.accounts.detachCustomer(payer.userId, customerId);
    await deps.accounts.deleteCustomerLink(payer.userId, customerId);
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
  // Users who never opened a payment page can close their account even while Stripe is unavailable.
  return (await purchases.wasCustomerRequested(userId)) ? stripe.listCustomers(userId, email) : [];
}

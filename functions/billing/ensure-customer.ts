import type { Accounts, User } from '../access/ports.ts';
import { isStripeFailure } from './rules/stripe-failure.ts';
import type { Purchases, Stripe } from './ports.ts';

/**
 * The user's customer at Stripe, made at the first call: the key of the request gives two calls at
 * once the same one. Undefined when the account is gone meanwhile, and then the customer is, too.
 */
export async function ensureCustomer(
  deps: {
    readonly accounts: Pick<Accounts, 'setCustomer'>;
    readonly purchases: Pick<Purchases, 'customerTries' | 'noteCustomerAsked' | 'noteCustomerTry'>;
    readonly stripe: Pick<Stripe, 'createCustomer' | 'deleteCustomer'>;
  },
  { id: userId, email, firstName, lastName, language, stripeCustomerId }: User,
): Promise<string | undefined> {
  if (stripeCustomerId !== undefined) return stripeCustomerId;
  const customer = { userId, email, name: `${firstName} ${lastName}`, language };
  try {
    const tries = await deps.purchases.customerTries(userId);
    // Before Stripe is asked: who closes the account has to know that there may be a customer.
    await deps.purchases.noteCustomerAsked(userId);
    const made = await deps.stripe.createCustomer(customer, tries);
    const tied = await deps.accounts.setCustomer(userId, made);
    if (!tied) await deps.stripe.deleteCustomer(made);
    return tied?.stripeCustomerId;
  } catch (error) {
    if (isStripeFailure(error) && error.spent) await deps.purchases.noteCustomerTry(userId);
    throw error;
  }
}

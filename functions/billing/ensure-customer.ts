import type { Accounts, User } from '../account/ports.ts';
import { isStripeFailure } from './rules/stripe-failure.ts';
import type { Purchases, Stripe } from './ports.ts';

/**
 * The user's customer at Stripe, made at the first call: the key of the request gives two calls at
 * once the same one. Undefined when the account is gone meanwhile.
 */
export async function ensureCustomer(
  deps: {
    readonly accounts: Pick<Accounts, 'setCustomer'>;
    readonly purchases: Pick<Purchases, 'customerTries' | 'noteCustomerTry'>;
    readonly stripe: Pick<Stripe, 'createCustomer'>;
  },
  { id: userId, email, firstName, lastName, language, stripeCustomerId }: User,
): Promise<string | undefined> {
  if (stripeCustomerId !== undefined) return stripeCustomerId;
  const customer = { userId, email, name: `${firstName} ${lastName}`, language };
  try {
    const tries = await deps.purchases.customerTries(userId);
    const made = await deps.stripe.createCustomer(customer, tries);
    return (await deps.accounts.setCustomer(userId, made))?.stripeCustomerId;
  } catch (error) {
    if (isStripeFailure(error) && error.spent) await deps.purchases.noteCustomerTry(userId);
    throw error;
  }
}

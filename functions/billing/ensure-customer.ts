import type { Accounts, User } from '../account/ports.ts';
import type { Purchases, Stripe } from './ports.ts';

/**
 * The user's customer at Stripe, made at the first call: the key of the request gives two calls at
 * once the same one. Undefined when the account is gone meanwhile.
 */
export async function ensureCustomer(
  deps: {
    readonly accounts: Pick<Accounts, 'setCustomer'>;
    readonly purchases: Pick<Purchases, 'formerCustomer'>;
    readonly stripe: Pick<Stripe, 'createCustomer'>;
  },
  { id, email, firstName, lastName, language, stripeCustomerId }: User,
): Promise<string | undefined> {
  if (stripeCustomerId !== undefined) return stripeCustomerId;
  const made = await deps.stripe.createCustomer(
    { id, email, name: `${firstName} ${lastName}`, language },
    await deps.purchases.formerCustomer(id),
  );
  return (await deps.accounts.setCustomer(id, made))?.stripeCustomerId;
}

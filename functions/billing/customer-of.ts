import type { Accounts, User } from '../access/ports.ts';
import type { Stripe } from './ports.ts';

export interface CustomerDeps {
  readonly accounts: Pick<Accounts, 'findByCustomer' | 'get' | 'setCustomer'>;
  readonly stripe: Pick<Stripe, 'ownerOf'>;
}

/**
 * The user who is a customer at Stripe; undefined when there is none, or no longer. A customer that
 * a restored table does not know is tied to its user again, if that user has no other.
 */
export async function userOfCustomer(
  { accounts, stripe }: CustomerDeps,
  customerId: string | undefined,
): Promise<User | undefined> {
  if (customerId === undefined) return undefined;
  const known = await accounts.findByCustomer(customerId);
  if (known !== undefined) return accounts.get(known);
  const owner = await stripe.ownerOf(customerId);
  const user = owner === undefined ? undefined : await accounts.get(owner);
  if (!user || user.stripeCustomerId !== undefined) return undefined;
  const tied = await accounts.setCustomer(user.id, customerId);
  return tied?.stripeCustomerId === customerId ? tied : undefined;
}

import type { Accounts, User } from '../account/ports.ts';

/** The user who is a customer at Stripe; undefined when there is none, or no longer. */
export async function userOfCustomer(
  { accounts }: { readonly accounts: Pick<Accounts, 'findByCustomer' | 'get'> },
  customerId: string | undefined,
): Promise<User | undefined> {
  const userId = customerId === undefined ? undefined : await accounts.findByCustomer(customerId);
  return userId === undefined ? undefined : accounts.get(userId);
}

import type { Outcome } from '../../../shared/model/outcome.ts';
import type { User } from '../../access/adapters/user.ts';
import type { BillingDeps } from '../deps.ts';
import { refreshPaid } from '../purchase/refresh-paid.ts';
import { StripeCallError } from '../rules/stripe-failure.ts';

/**
 * The user who is a customer at Stripe; undefined when there is none, or no longer. A customer that
 * a restored table does not know is tied to its user again, if that user has no other.
 */
export async function userOfCustomer(
  { accounts, stripe }: Pick<BillingDeps, 'accounts' | 'stripe'>,
  customerId: string | undefined,
): Promise<User | undefined> {
  if (customerId === undefined) return undefined;
  const known = await accounts.findByCustomer(customerId);
  if (known) return known;
  const owner = (await stripe.findCustomer(customerId))?.userId;
  const user = owner === undefined ? undefined : await accounts.get(owner);
  if (!user || user.stripeCustomerId !== undefined) return undefined;
  const tied = await accounts.setCustomer(user.id, customerId);
  return tied?.stripeCustomerId === customerId ? tied : undefined;
}

/**
 * The user's customer at Stripe, made at the first call and after it was deleted there: the key of
 * the request gives two calls at once the same one. Undefined when the account is gone meanwhile,
 * and then the customer is, too.
 */
export async function ensureCustomer(
  deps: Pick<BillingDeps, 'accounts' | 'purchases' | 'stripe'>,
  user: User,
): Promise<string | undefined> {
  const { id: userId, language, stripeCustomerId } = user;
  if (stripeCustomerId !== undefined) {
    const found = await deps.stripe.findCustomer(stripeCustomerId);
    if (found) {
      if (found.language !== language) await deps.stripe.setLanguage(stripeCustomerId, language);
      return stripeCustomerId;
    }
    // The event of its deletion is to come: it finds the account, and closes what hangs on it.
    await deps.purchases.addCustomerTry(userId);
    await deps.accounts.leaveCustomer(userId, stripeCustomerId);
  }
  try {
    // Before Stripe is asked: who closes the account has to know that there may be a customer.
    const tries = await deps.purchases.setCustomerAsked(userId);
    const made = await deps.stripe.createCustomer(user, tries);
    const tied = await deps.accounts.setCustomer(userId, made);
    if (!tied) await deps.stripe.deleteCustomer(made);
    return tied?.stripeCustomerId;
  } catch (error) {
    if (error instanceof StripeCallError && error.spent)
      await deps.purchases.addCustomerTry(userId);
    throw error;
  }
}

/**
 * Removes a customer that was deleted at Stripe from its account. Its next purchase makes a new
 * one.
 * @returns what was done, for the log
 */
export async function applyDeletedCustomer(
  deps: Pick<BillingDeps, 'accounts' | 'apiKeys' | 'purchases' | 'stripe'>,
  customerId: string,
): Promise<Outcome> {
  if (await deps.stripe.findCustomer(customerId)) return 'exists';
  const user = await deps.accounts.findByCustomer(customerId);
  if (!user) return 'skipped';
  await deps.purchases.addCustomerTry(user.id);
  await deps.accounts.clearCustomer(user.id, customerId);
  await refreshPaid(deps, user.id);
  return 'done';
}

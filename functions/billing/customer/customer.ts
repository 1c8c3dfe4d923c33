import type { WorkerOutcome } from '../../../shared/model/outcome.ts';
import type { User } from '../../access/adapters/user.ts';
import type { LogFields } from '../../platform/log.ts';
import type { BillingDeps } from '../deps.ts';
import { updatePaidStatus } from '../purchase/update-purchase.ts';
import { StripeCallError } from '../rules/stripe-failure.ts';

/**
 * Returns the user of a Stripe customer; undefined if the customer belongs to no account. If a
 * restored table lacks the customer, links the customer to its user again, unless the user has
 * another customer.
 */
export async function findUserByCustomer(
  { accounts, stripe }: Pick<BillingDeps, 'accounts' | 'stripe'>,
  customerId: string | undefined,
): Promise<User | undefined> {
  if (customerId === undefined) return undefined;
  const known = await accounts.findByCustomer(customerId);
  if (known) return known;
  const owner = (await stripe.findCustomer(customerId))?.userId;
  const user = owner === undefined ? undefined : await accounts.get(owner);
  if (!user || user.stripeCustomerId !== undefined) return undefined;
  const linked = await accounts.setCustomer(user.id, customerId);
  return linked?.stripeCustomerId === customerId ? linked : undefined;
}

/**
 * Returns the id of the user's Stripe customer. Creates the customer on the first call, and again
 * if it was deleted at Stripe. Concurrent calls share an idempotency key and get the same customer.
 * If the account was closed in the meantime, deletes the customer and returns undefined.
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
    // The event about the deletion will find the account and finish the cleanup.
    await deps.purchases.incrementCustomerTries(userId);
    await deps.accounts.detachCustomer(userId, stripeCustomerId);
  }
  try {
    // Record the request before the call, so that closing the account looks for a customer.
    const tries = await deps.purchases.markCustomerRequested(userId);
    const createdId = await deps.stripe.createCustomer(user, tries);
    const linked = await deps.accounts.setCustomer(userId, createdId);
    if (!linked) await deps.stripe.deleteCustomer(createdId);
    return linked?.stripeCustomerId;
  } catch (error) {
    if (error instanceof StripeCallError && error.spent)
      await deps.purchases.incrementCustomerTries(userId);
    throw error;
  }
}

/** Sends Stripe's emails to the owner of a transferred account. */
export async function updateCustomerEmail(
  { accounts, stripe }: Pick<BillingDeps, 'accounts' | 'stripe'>,
  userId: string,
): Promise<LogFields> {
  const { email, stripeCustomerId } = (await accounts.get(userId)) ?? {};
  if (email === undefined || stripeCustomerId === undefined)
    return { user: userId, outcome: 'skipped' };
  await stripe.setEmail(stripeCustomerId, email);
  return { user: userId, outcome: 'done' };
}

/** Unlinks a customer that was deleted at Stripe. The next purchase creates a new customer. */
export async function applyDeletedCustomer(
  deps: Pick<BillingDeps, 'accounts' | 'apiKeys' | 'purchases' | 'stripe'>,
  customerId: string,
): Promise<WorkerOutcome> {
  if (await deps.stripe.findCustomer(customerId)) return 'exists';
  const user = await deps.accounts.findByCustomer(customerId);
  if (!user) return 'skipped';
  await deps.purchases.incrementCustomerTries(user.id);
  await deps.accounts.detachCustomer(user.id, customerId);
  await updatePaidStatus(deps, user.id);
  await deps.accounts.deleteCustomerLink(user.id, customerId);
  return 'done';
}

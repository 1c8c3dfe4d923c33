import type { BookDeps } from './book-purchase.ts';
import { refreshPaid } from './refresh-paid.ts';

/**
 * Removes a customer that was deleted at Stripe from its account. Its next purchase makes a new one.
 * @returns what was done, for the log
 */
export async function forgetCustomer(deps: BookDeps, customerId: string): Promise<string> {
  if (await deps.stripe.hasCustomer(customerId)) return 'still there';
  const userId = await deps.accounts.findByCustomer(customerId);
  if (userId === undefined || !(await deps.accounts.get(userId))) return 'no account';
  await deps.purchases.noteCustomerTry(userId);
  await deps.accounts.clearCustomer(userId, customerId);
  await refreshPaid(deps, userId);
  return 'forgotten';
}

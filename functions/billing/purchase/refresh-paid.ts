import { retryOnConflict } from '../../platform/retry-on-conflict.ts';
import type { BillingDeps } from '../deps.ts';
import { countsAsPaid, isDisputed } from '../rules/purchase.ts';

type PaidDeps = Pick<BillingDeps, 'accounts' | 'apiKeys' | 'purchases'>;

/**
 * Whether the user counts as a paying customer: through a purchase that was not fully refunded, or
 * a subscription, unless a dispute is open or was lost because the buyer denied the payment.
 */
async function hasPaid({ accounts, purchases }: PaidDeps, userId: string): Promise<boolean> {
  const subscribed = (await accounts.get(userId))?.planId !== undefined;
  let paid = false;
  let isBlocked = false;
  // Newest first: purchases made after a denied payment count, those made before it do not.
  for await (const purchase of purchases.list(userId)) {
    if (isDisputed(purchase)) return false;
    isBlocked ||= purchase.barred === true;
    paid ||= !isBlocked && countsAsPaid(purchase);
  }
  return paid || (subscribed && !isBlocked);
}

/**
 * Opens or closes the API for a user according to the stored purchases. Reads them again after the
 * write, so that of two concurrent calls neither leaves an outdated value.
 */
export async function refreshPaid(deps: PaidDeps, userId: string): Promise<void> {
  let paid = await hasPaid(deps, userId);
  await retryOnConflict(`the purchases of ${userId}`, async () => {
    const written = paid;
    await deps.apiKeys.setPaid(userId, written);
    paid = await hasPaid(deps, userId);
    return paid === written ? 'done' : 'again';
  });
}

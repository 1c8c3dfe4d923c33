import { retryOnConflict } from '../../platform/retry-on-conflict.ts';
import type { BillingDeps } from '../deps.ts';
import { countsAsPaid, isDisputed } from '../rules/purchase.ts';

type UpdatePaidStatusDeps = Pick<BillingDeps, 'accounts' | 'apiKeys' | 'purchases'>;

/**
 * Whether the user is a paying customer: has a subscription, or a purchase that was not fully
 * refunded. Returns false while a dispute is open. After a dispute lost for a denial reason (see
 * `isDenialReason`), only purchases later than the disputed one count, and no subscription.
 */
async function hasPaid(
  { accounts, purchases }: UpdatePaidStatusDeps,
  userId: string,
): Promise<boolean> {
  const subscribed = (await accounts.get(userId))?.planId !== undefined;
  let paid = false;
  let isBlocked = false;
  for await (const purchase of purchases.list(userId)) {
    if (isDisputed(purchase)) return false;
    isBlocked ||= purchase.barred === true;
    paid ||= !isBlocked && countsAsPaid(purchase);
  }
  return paid || (subscribed && !isBlocked);
}

/**
 * Grants or withdraws a user's API access according to the stored purchases. Reads the purchases
 * again after the write, so that concurrent calls cannot leave an outdated value.
 */
export async function updatePaidStatus(deps: UpdatePaidStatusDeps, userId: string): Promise<void> {
  let paid = await hasPaid(deps, userId);
  await retryOnConflict(`the purchases of ${userId}`, async () => {
    const written = paid;
    await deps.apiKeys.setPaid(userId, written);
    paid = await hasPaid(deps, userId);
    return paid === written ? 'done' : 'again';
  });
}

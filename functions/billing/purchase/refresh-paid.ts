import { retryOnConflict } from '../../platform/retry-on-conflict.ts';
import type { BillingDeps } from '../deps.ts';
import { countsAsPaid, isDisputed } from '../rules/purchase.ts';

type PaidDeps = Pick<BillingDeps, 'accounts' | 'apiKeys' | 'purchases'>;

/**
 * Whether the user counts as one who has paid: by a purchase whose money did not all go back, or a
 * subscription, unless a dispute is open or was lost because the payment was denied.
 */
async function hasPaid({ accounts, purchases }: PaidDeps, userId: string): Promise<boolean> {
  const subscribed = (await accounts.get(userId))?.planId !== undefined;
  let paid = false;
  let isBarred = false;
  // Newest first: what was bought after a denied payment counts, what was bought before does not.
  for await (const purchase of purchases.list(userId)) {
    if (isDisputed(purchase)) return false;
    isBarred ||= purchase.barred === true;
    paid ||= !isBarred && countsAsPaid(purchase);
  }
  return paid || (subscribed && !isBarred);
}

/**
 * Opens or closes the API for a user by what stands in the purchases now. It looks again after it
 * has written, so that of two at once neither leaves what the other has outdated.
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

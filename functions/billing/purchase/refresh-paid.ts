import type { BillingDeps } from '../deps.ts';
import { countsAsPaid, isDisputed } from '../rules/purchase.ts';

type PaidDeps = Pick<BillingDeps, 'accounts' | 'apiKeys' | 'purchases'>;

const ROUNDS = 5;

/**
 * Whether the user counts as one who has paid: by a purchase whose money did not all go back, or a
 * subscription, unless a dispute is open or was lost because the payment was denied.
 */
async function hasPaid({ accounts, purchases }: PaidDeps, userId: string): Promise<boolean> {
  let paid = (await accounts.get(userId))?.planId !== undefined;
  let isBarred = false;
  // Newest first: what was bought after a denied payment counts, what was bought before does not.
  for await (const purchase of purchases.list(userId)) {
    if (isDisputed(purchase)) return false;
    isBarred ||= purchase.barred === true;
    paid ||= !isBarred && countsAsPaid(purchase);
  }
  return paid;
}

/**
 * Opens or closes the API for a user by what stands in the purchases now. It looks again after it
 * has written, so that of two at once neither leaves what the other has outdated.
 */
export async function refreshPaid(deps: PaidDeps, userId: string): Promise<void> {
  let paid = await hasPaid(deps, userId);
  for (let round = 0; round < ROUNDS; round += 1) {
    await deps.apiKeys.setPaid(userId, paid);
    const now = await hasPaid(deps, userId);
    if (now === paid) return;
    paid = now;
  }
  throw new Error(`the purchases of ${userId} keep changing`);
}

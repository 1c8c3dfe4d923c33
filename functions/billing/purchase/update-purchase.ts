import { hash } from 'node:crypto';
import { type Purchase, countsAsPaid, isDisputed } from '../rules/purchase.ts';
import { retryOnConflict } from '../../platform/retry-on-conflict.ts';
import type { BillingDeps } from '../deps.ts';

/**
 * The id sorts by time and is the same for repeated events.
 * @param at epoch milliseconds
 */
export const buildPurchase = (
  at: number,
  fields: Omit<Purchase, 'id' | 'date' | 'refunded' | 'revoked' | 'disputes' | 'revision'>,
): Purchase => ({
  ...fields,
  id: at.toString(36).padStart(9, '0') + hash('sha256', fields.source).slice(0, 15),
  refunded: 0,
  revoked: 0,
  disputes: {},
  date: new Date(at).toISOString(),
  revision: 0,
});

/**
 * Brings a payment's purchase in line with Stripe, one change at a time. Each write fails if the
 * purchase has changed since it was read, and `applyChange` then decides again.
 * @param applyChange makes one change; returns false if no change is left to make
 */
export const updatePurchase = (
  deps: Pick<BillingDeps, 'accounts' | 'apiKeys' | 'purchases'>,
  paymentId: string,
  applyChange: (purchase: Purchase) => Promise<boolean>,
): Promise<'done' | 'skipped'> =>
  retryOnConflict(`the purchase of ${paymentId}`, async () => {
    const purchase = await deps.purchases.findByPayment(paymentId);
    if (!purchase) return 'skipped';
    if (await applyChange(purchase)) return 'again';
    await updatePaidStatus(deps, purchase.userId);
    return 'done';
  });

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

import { retryOnConflict } from '../../platform/retry-on-conflict.ts';
import type { BillingDeps } from '../deps.ts';
import { updatePaidStatus } from './update-paid-status.ts';
import type { Purchase } from '../rules/purchase.ts';

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

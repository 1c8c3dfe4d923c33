import type { BillingDeps } from '../deps.ts';
import { refreshPaid } from './refresh-paid.ts';
import type { Purchase } from '../rules/purchase.ts';

const ROUNDS = 5;

/**
 * Brings the purchase of a payment in line with what Stripe says. Each step is decided on the
 * purchase as it is read, and written on the condition that it is still so.
 * @param step makes one change; false when there is none left to make
 */
export async function updatePurchase(
  deps: Pick<BillingDeps, 'accounts' | 'apiKeys' | 'purchases'>,
  paymentId: string,
  step: (purchase: Purchase) => Promise<boolean>,
): Promise<'in_line' | 'no_purchase'> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const purchase = await deps.purchases.findByPayment(paymentId);
    if (!purchase) return 'no_purchase';
    if (await step(purchase)) continue;
    await refreshPaid(deps, purchase.userId);
    return 'in_line';
  }
  throw new Error(`the purchase of ${paymentId} keeps changing`);
}

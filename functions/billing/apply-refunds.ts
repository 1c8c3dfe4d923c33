import type { BillingDeps } from './deps.ts';
import { revocationOf } from './rules/purchase.ts';
import { updatePurchase } from './update-purchase.ts';

/**
 * Brings a purchase in line with what Stripe says was refunded of its payment: credits go, or come
 * back where a refund has failed, in one transaction with the purchase.
 */
export const applyRefunds = (
  deps: Pick<BillingDeps, 'accounts' | 'apiKeys' | 'ledger' | 'purchases' | 'stripe'>,
  paymentId: string,
): Promise<'in_line' | 'no_purchase'> =>
  updatePurchase(deps, paymentId, async (purchase) => {
    const { userId, source } = purchase;
    const payment = await deps.stripe.findPayment(paymentId);
    if (!payment) return false;
    const { chargeId, refunded, failedRefunds } = payment;
    const revoked = revocationOf(purchase, refunded);
    const more = revoked - purchase.revoked;
    if (more === 0 && refunded === purchase.refunded) return false;

    const change = { refunded, revoked };
    // Refunds that fail bring the same sum about twice; counted with them it names one moment.
    const id = `${chargeId}:${refunded}${failedRefunds > 0 ? `:${failedRefunds}` : ''}`;
    const extraWrites = [deps.purchases.updateWrite(purchase, change)];
    if (more === 0) {
      await deps.purchases.update(purchase, change);
    } else if (more > 0) {
      const why = `refund of ${source}`;
      await deps.ledger.clawBack(userId, { id, amount: more, why }, extraWrites);
    } else {
      const given = {
        source: `refund-failed:${id}`,
        amount: -more,
        why: `failed refund of ${source}`,
      };
      await deps.ledger.grant(userId, given, extraWrites);
    }
    return true;
  });

import type { FraudWarning } from '../adapters/stripe-mapping.ts';
import type { StripeEventDeps } from '../deps.ts';
import { mailOperator } from './mail-operator.ts';
import { updatePurchase } from '../purchase/update-purchase.ts';

/**
 * Records on a purchase that the card issuer reported its payment as fraud. The customer keeps the
 * credits, since no money has moved. If a refund can still prevent a dispute
 * (docs.stripe.com/disputes/how-disputes-work), raises an alarm and emails the operator.
 */
export async function applyFraudWarning(
  deps: StripeEventDeps,
  { id, type, actionable, paymentId }: FraudWarning,
): Promise<'done' | 'skipped'> {
  if (paymentId === undefined) return 'skipped';
  return updatePurchase(deps, paymentId, async (purchase) => {
    const { fraudWarnings, cents } = purchase;
    if (fraudWarnings?.[id] === type) return false;
    if (actionable) {
      const fields = { payment: paymentId, warning: id, type };
      deps.log.alarm('payment_reported', `${id}: ${type}`, fields);
      const notice = { what: 'fraud_warning', cents, reason: type } as const;
      await mailOperator(deps, `fraud:${id}`, purchase, notice);
    }
    await deps.purchases.update(purchase, { fraudWarnings: { ...fraudWarnings, [id]: type } });
    return true;
  });
}

import { invalidRequestError } from '../model/errors.ts';
import type { Account } from '../model/account.ts';
import { createObject, updateObject } from '../model/objects.ts';
import type { Charge, Dispute, Refund } from '../model/state.ts';

interface RefundRequest {
  /** Amount in cents; defaults to the entire unrefunded amount. */
  readonly amount?: number | undefined;
  readonly metadata?: Record<string, string>;
}

export const disputesOf = ({ state }: Account, { id }: Charge): Dispute[] =>
  Object.values(state.disputes).filter(({ charge }) => charge === id);

/**
 * @throws {StripeApiError} if the charge is disputed, or the amount exceeds what is left to refund
 */
export function refundCharge(account: Account, charge: Charge, request: RefundRequest): Refund {
  const refundable = charge.amount_captured - charge.amount_refunded;
  const { amount = refundable, metadata = {} } = request;
  // A charge can be refunded during an inquiry, and after a dispute that the seller won.
  if (disputesOf(account, charge).some(({ status }) => !/^w(?:on|arning_)/.test(status)))
    throw invalidRequestError(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    });
  if (!charge.paid || amount > refundable || amount <= 0)
    throw invalidRequestError(
      `Refund amount (€${(amount / 100).toFixed(2)}) is greater than unrefunded amount on charge ` +
        `(€${(refundable / 100).toFixed(2)})`,
      { param: 'amount' },
    );
  const refund = createObject(account, 'refunds', {
    amount,
    charge: charge.id,
    customer: charge.customer,
    metadata,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
  });
  account.emit('refund.created', refund);
  const amount_refunded = charge.amount_refunded + amount;
  const refunded = amount_refunded === charge.amount;
  updateObject(account, 'charge.refunded', charge, { amount_refunded, refunded });
  if (refunded) deactivateFraudWarnings(account, charge);
  return refund;
}

/** After a dispute or a full refund, a fraud warning is no longer actionable. */
export function deactivateFraudWarnings(account: Account, { id }: Charge): void {
  for (const each of Object.values(account.state.earlyFraudWarnings))
    if (each.charge === id)
      updateObject(account, 'radar.early_fraud_warning.updated', each, { actionable: false });
}

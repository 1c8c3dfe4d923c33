import type { BillingDeps } from '../deps.ts';

const ALARM_BY_CAUSE = {
  no_account: 'payment_without_account',
  second_subscription: 'second_subscription',
};

/**
 * Refunds a payment for which nobody gets credits, and raises an alarm. After a failed refund, only
 * raises the alarm. Does nothing if the payment was already refunded, or if the credits were
 * granted before the account was closed.
 */
export async function refundUncreditedPayment(
  { purchases, stripe, log }: Pick<BillingDeps, 'log' | 'purchases' | 'stripe'>,
  source: string,
  paymentId: string | undefined,
  cause: keyof typeof ALARM_BY_CAUSE,
): Promise<void> {
  if (paymentId === undefined) return;
  if (cause === 'no_account' && (await purchases.findByPayment(paymentId))) return;
  const payment = await stripe.findPayment(paymentId);
  if (payment?.chargeId === undefined || payment.refunded >= payment.cents) return;
  const hasFailedRefund = payment.failedRefunds.length > 0;
  const message = hasFailedRefund ? 'could not be refunded: transfer the money' : 'is refunded';
  log.alarm(ALARM_BY_CAUSE[cause], `${source} ${message}`, { source });
  if (!hasFailedRefund) await stripe.refund(payment, cause);
}

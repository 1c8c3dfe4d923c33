import type { Log } from '../platform/log.ts';
import type { RefundCause, Stripe } from './ports.ts';

const ALARM = { no_account: 'payment_without_account', second_subscription: 'second_subscription' };

/**
 * Sends a payment back that nobody is to be given credits for, and says so where it wakes somebody
 * up. Quiet when the money has gone back already.
 */
export async function refusePayment(
  { stripe, log }: { readonly stripe: Pick<Stripe, 'payment' | 'refund'>; readonly log: Log },
  source: string,
  paymentId: string | undefined,
  cause: RefundCause,
): Promise<void> {
  if (paymentId === undefined) return;
  const payment = await stripe.payment(paymentId);
  if (!payment || payment.refunded >= payment.cents) return;
  log.error(ALARM[cause], new Error(`${source} is sent back`), { source });
  await stripe.refund(paymentId, cause);
}

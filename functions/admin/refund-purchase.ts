import { AppError } from '../../shared/contract/errors.ts';
import type { Adjustment } from '../billing/adapters/adjustments.ts';
import { callStripe } from '../billing/call-stripe.ts';
import { creditsToRevoke } from '../billing/rules/purchase.ts';
import { StripeCallError, StripeRefusedError } from '../billing/rules/stripe-failure.ts';
import type { AdminDeps } from './deps.ts';
import { recordAdjustment } from '../billing/record-adjustment.ts';

type Deps = Pick<AdminDeps, 'adjustments' | 'clock' | 'ledger' | 'log' | 'purchases' | 'stripe'>;

/**
 * Refunds a payment at Stripe, partly or in full. Records the adjustment before calling Stripe, so
 * that a retry never refunds twice. Unless the customer keeps them, the credits are taken back when
 * Stripe reports the refund, as for a refund made in Stripe's dashboard.
 * @throws {AppError} `not_found` for a purchase without a payment; `validation` for more than is
 *   left of the payment; `request_reused` if the id belongs to another adjustment; `refund_refused`
 *   by Stripe, for example for a disputed payment (docs.stripe.com/refunds); `payment_unavailable`,
 *   after which the call can be repeated
 */
export async function requestRefund(
  deps: Deps,
  userId: string,
  request: Pick<Adjustment, 'id' | 'reason' | 'by' | 'keepCredits'> & {
    readonly purchaseId: string;
    /** Amount to refund, including VAT. */
    readonly cents: number;
  },
): Promise<void> {
  const { adjustments, ledger, purchases, stripe } = deps;
  const purchase = await purchases.find(userId, request.purchaseId);
  if (purchase?.paymentId === undefined) throw new AppError('not_found');
  const { paymentId, refunded, revoked } = purchase;
  const { cents, keepCredits = false } = request;
  const credits = keepCredits ? 0 : creditsToRevoke(purchase, refunded + cents) - revoked;
  await callStripe(deps, 'refund_failed', { user: userId, refund: request.id }, async () => {
    const recorded = await recordAdjustment(
      deps,
      { ...request, userId, kind: 'refund', credits, state: 'asked' },
      {
        async check() {
          const payment = await stripe.findPayment(paymentId);
          if (request.cents > (payment?.cents ?? 0) - (payment?.refunded ?? 0))
            throw new AppError('validation', { fields: { cents: ['field.invalid'] } });
        },
        write: (writes) => ledger.transact(userId, [], writes),
      },
    );
    if (recorded.state === 'refused') throw new AppError('refund_refused');
    if (recorded.state !== 'asked') return;
    await sendRefund(deps, paymentId, { ...recorded, cents: request.cents });
    await adjustments.setState(recorded, 'done');
  });
}

async function sendRefund(
  { adjustments, stripe }: Deps,
  paymentId: string,
  refund: Adjustment & { readonly cents: number },
): Promise<void> {
  // An earlier call may have succeeded at Stripe although its response was lost.
  const payment = await stripe.findPayment(paymentId);
  if (payment?.refunds.some(({ adjustment }) => adjustment === refund.id)) return;
  try {
    await stripe.refundPartially(paymentId, refund);
  } catch (error) {
    if (error instanceof StripeRefusedError) {
      await adjustments.setState(refund, 'refused');
      throw new AppError('refund_refused', {}, { cause: error });
    }
    if (error instanceof StripeCallError && error.spent) await adjustments.incrementTries(refund);
    throw error;
  }
}

import { AppError } from '../../shared/contract/errors.ts';
import type { Adjustment } from '../billing/adapters/adjustments.ts';
import { askStripe } from '../billing/ask-stripe.ts';
import { revocationOf } from '../billing/rules/purchase.ts';
import { StripeCallError, StripeRefusedError } from '../billing/rules/stripe-failure.ts';
import type { AdminDeps } from './deps.ts';
import { recordAdjustment } from './record-adjustment.ts';

type Deps = Pick<AdminDeps, 'adjustments' | 'clock' | 'ledger' | 'log' | 'purchases' | 'stripe'>;

/**
 * Refunds a payment at Stripe, partly or in full. Recorded before Stripe is called, so that a retry
 * never refunds twice, whatever happened before. Unless they are kept, the credits are taken back
 * when Stripe reports the refund, as for one made in its dashboard.
 * @throws {AppError} `not_found` for a purchase without a payment; `validation` for more than is
 *   left; `request_reused` if the id belongs to something else; `refund_refused` by Stripe, for
 *   example for a disputed payment (docs.stripe.com/refunds); `payment_unavailable`: try again
 */
export async function refundPurchase(
  deps: Deps,
  userId: string,
  wanted: Pick<Adjustment, 'id' | 'reason' | 'by' | 'keepCredits'> & {
    readonly purchaseId: string;
    /** Including VAT. */
    readonly cents: number;
  },
): Promise<void> {
  const { adjustments, ledger, purchases, stripe } = deps;
  const purchase = await purchases.find(userId, wanted.purchaseId);
  if (purchase?.paymentId === undefined) throw new AppError('not_found');
  const { paymentId, refunded, revoked } = purchase;
  const { cents, keepCredits = false } = wanted;
  const credits = keepCredits ? 0 : revocationOf(purchase, refunded + cents) - revoked;
  await askStripe(deps, 'refund_failed', { user: userId, refund: wanted.id }, async () => {
    const noted = await recordAdjustment(
      deps,
      { ...wanted, userId, kind: 'refund', credits, state: 'asked' },
      {
        async check() {
          const payment = await stripe.findPayment(paymentId);
          if (wanted.cents > (payment?.cents ?? 0) - (payment?.refunded ?? 0))
            throw new AppError('validation', { fields: { cents: ['field.invalid'] } });
        },
        write: (writes) => ledger.transact(userId, [], writes),
      },
    );
    if (noted.state === 'refused') throw new AppError('refund_refused');
    if (noted.state !== 'asked') return;
    await send(deps, paymentId, { ...noted, cents: wanted.cents });
    await adjustments.setState(noted, 'done');
  });
}

async function send(
  { adjustments, stripe }: Deps,
  paymentId: string,
  refund: Adjustment & { readonly cents: number },
): Promise<void> {
  // A call whose response was lost may have succeeded at Stripe.
  const payment = await stripe.findPayment(paymentId);
  if (payment?.refunds.some(({ adjustment }) => adjustment === refund.id)) return;
  try {
    await stripe.refundPart(paymentId, refund);
  } catch (error) {
    if (error instanceof StripeRefusedError) {
      await adjustments.setState(refund, 'refused');
      throw new AppError('refund_refused', {}, { cause: error });
    }
    if (error instanceof StripeCallError && error.spent) await adjustments.addTry(refund);
    throw error;
  }
}

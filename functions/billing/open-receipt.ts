import { AppError } from '../../shared/contract/errors.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { Secrets } from '../platform/secrets/secrets.ts';
import { isStripeFailure } from './rules/stripe-failure.ts';
import type { Purchases, Stripe } from './ports.ts';
import { openLink } from '../access/signed.ts';

interface ReceiptDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly purchases: Pick<Purchases, 'find'>;
  readonly secrets: Secrets;
  readonly stripe: Pick<Stripe, 'invoice' | 'payment'>;
}

/**
 * Stripe's page for a payment, asked for anew, since these pages expire: the invoice of a
 * subscription, the receipt of a pack.
 * @throws {AppError} `expired`, `not_found`, `payment_unavailable`
 */
export async function openReceipt(deps: ReceiptDeps, id: string, token: string): Promise<string> {
  const userId = await openLink(deps, { purpose: 'receipt', subject: id }, token);
  if (userId === undefined) throw new AppError('expired');
  const purchase = await deps.purchases.find(userId, id);
  const [kind, object = ''] = purchase?.source.split(/:(.*)/) ?? [];
  try {
    const page =
      kind === 'in'
        ? (await deps.stripe.invoice(object))?.page
        : purchase?.paymentId && (await deps.stripe.payment(purchase.paymentId))?.receipt;
    if (!page) throw new AppError('not_found');
    return page;
  } catch (error) {
    if (!isStripeFailure(error)) throw error;
    deps.log.error('receipt_failed', error, { user: userId, purchase: id });
    throw new AppError('payment_unavailable', {}, { cause: error });
  }
}

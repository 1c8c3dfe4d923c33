import { AppError } from '../../shared/contract/errors.ts';
import { openLink } from '../access/signed.ts';
import { askStripe } from './ask-stripe.ts';
import type { BillingDeps } from './deps.ts';

/**
 * Stripe's page for a payment, asked for anew, since these pages expire: the invoice of a
 * subscription, the receipt of a pack.
 * @throws {AppError} `expired`, `not_found`, `payment_unavailable`
 */
export async function openReceipt(
  deps: Pick<BillingDeps, 'clock' | 'log' | 'purchases' | 'secrets' | 'stripe'>,
  id: string,
  token: string,
): Promise<string> {
  const userId = await openLink(deps, { purpose: 'receipt', subject: id }, token);
  if (userId === undefined) throw new AppError('expired');
  const purchase = await deps.purchases.find(userId, id);
  const [kind, object = ''] = purchase?.source.split(/:(.*)/) ?? [];
  const page = await askStripe(deps, 'receipt_failed', { user: userId, purchase: id }, async () =>
    kind === 'in'
      ? (await deps.stripe.findInvoice(object))?.page
      : purchase?.paymentId && (await deps.stripe.findPayment(purchase.paymentId))?.receipt,
  );
  if (!page) throw new AppError('not_found');
  return page;
}

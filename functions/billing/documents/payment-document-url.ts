import type { z } from 'zod/mini';
import { billingRoutes } from '../../../shared/contract/billing.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { consumeOrThrow } from '../../access/limits/limits.ts';
import { verifyMemberLink } from '../../access/member-link.ts';
import { signLink } from '../../access/signed.ts';
import { callStripe } from '../call-stripe.ts';
import type { BillingDeps } from '../deps.ts';
import { invoiceIdOf } from '../rules/purchase.ts';

/** Lifetime of Stripe's invoice links (docs.stripe.com/invoicing/hosted-invoice-page). */
export const MAILED_LINK_SECONDS = 30 * 24 * 3600;

/**
 * Returns the signed path of a purchase's receipt, which works for one person, by default the owner.
 * Append `&document=invoice` for the invoice.
 */
export const signReceiptPath = async (
  deps: Pick<BillingDeps, 'clock' | 'secrets'>,
  userId: string,
  id: string,
  seconds: number,
  personId?: string,
): Promise<`/${string}`> =>
  `/api/billings/${id}/receipt?t=${await signLink(deps, { purpose: 'receipt', subject: id }, userId, seconds, personId)}`;

type ReceiptQuery = z.output<(typeof billingRoutes)['receipt']['query']>;

/**
 * Returns a fresh URL of a payment's document at Stripe, because Stripe's links expire: the invoice
 * as a page or PDF, the PDF of a credit note, or the receipt. For a subscription, or a purchase
 * without a payment, the receipt is the invoice.
 * @param id id of a purchase, or of an unpaid Stripe invoice, which has no purchase
 * @throws {AppError} `expired`, `not_found`, `payment_unavailable`, `too_many_requests`
 */
export async function findPaymentDocumentUrl(
  deps: Pick<
    BillingDeps,
    'accounts' | 'clock' | 'limits' | 'log' | 'purchases' | 'secrets' | 'stripe'
  >,
  id: string,
  { document, t }: ReceiptQuery,
): Promise<string> {
  const target = { purpose: 'receipt', subject: id } as const;
  const link = await verifyMemberLink(deps, target, t, billingRoutes.billings.role);
  if (!link) throw new AppError('expired');
  const { accountId: userId } = link;
  await consumeOrThrow(deps.limits, 'stripe_read_user', userId);
  const purchase = await deps.purchases.find(userId, id);
  const page = await callStripe(
    deps,
    'receipt_failed',
    { user: userId, purchase: id },
    async () => {
      if (!purchase)
        return id.startsWith('in_') ? (await deps.stripe.findInvoice(id))?.page : undefined;
      const { paymentId, source, creditNotes = [] } = purchase;
      if (document === 'receipt' && paymentId !== undefined && !source.startsWith('in:'))
        return (await deps.stripe.findPayment(paymentId))?.receipt;
      if (creditNotes.some((note) => note.id === document))
        return (await deps.stripe.findCreditNote(document))?.pdf;
      if (!['receipt', 'invoice', 'pdf'].includes(document)) return undefined;
      const invoiceId = invoiceIdOf(purchase);
      const invoice = invoiceId && (await deps.stripe.findInvoice(invoiceId));
      if (!invoice) return undefined;
      return document === 'pdf' ? invoice.pdf : invoice.page;
    },
  );
  if (!page) throw new AppError('not_found');
  return page;
}

import type { z } from 'zod/mini';
import type { billingRoutes } from '../../../shared/contract/billing.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { consumeOrRefuse } from '../../access/limits/limits.ts';
import { signLink, verifyLink } from '../../access/signed.ts';
import { askStripe } from '../ask-stripe.ts';
import type { BillingDeps } from '../deps.ts';
import { invoiceIdOf, type Purchase } from '../rules/purchase.ts';
import type { Invoice } from '../rules/stripe-objects.ts';

/** As long as Stripe's own links to invoices (docs.stripe.com/invoicing/hosted-invoice-page). */
export const MAILED_SECONDS = 30 * 24 * 3600;

/** A link to the receipt of a purchase, which `&document=invoice` makes one to its invoice. */
export const receiptPath = async (
  deps: Pick<BillingDeps, 'clock' | 'secrets'>,
  userId: string,
  id: string,
  seconds: number,
): Promise<`/${string}`> =>
  `/api/billings/${id}/receipt?t=${await signLink(deps, { purpose: 'receipt', subject: id }, userId, seconds)}`;

type Query = z.output<(typeof billingRoutes)['receipt']['query']>;

/**
 * Stripe's page for a payment, asked for anew, since these pages expire: its invoice as a page or as
 * PDF, the PDF of one of its credit notes, or the receipt, which for a subscription is the invoice.
 * The id may be that of an invoice of Stripe that waits to be paid: it has no purchase.
 * @throws {AppError} `expired`, `not_found`, `payment_unavailable`, `too_many_requests`
 */
export async function openReceipt(
  deps: Pick<BillingDeps, 'clock' | 'limits' | 'log' | 'purchases' | 'secrets' | 'stripe'>,
  id: string,
  { document, t }: Query,
): Promise<string> {
  const userId = await verifyLink(deps, { purpose: 'receipt', subject: id }, t);
  if (userId === undefined) throw new AppError('expired');
  await consumeOrRefuse(deps.limits, 'stripe_read_user', userId);
  const purchase = await deps.purchases.find(userId, id);
  const page = await askStripe(deps, 'receipt_failed', { user: userId, purchase: id }, async () => {
    if (!purchase)
      return id.startsWith('in_') ? (await deps.stripe.findInvoice(id))?.page : undefined;
    const { paymentId, source, creditNotes = [] } = purchase;
    if (document === 'receipt' && !source.startsWith('in:'))
      return paymentId && (await deps.stripe.findPayment(paymentId))?.receipt;
    if (creditNotes.some((note) => note.id === document))
      return (await deps.stripe.findCreditNote(document))?.pdf;
    if (!['receipt', 'invoice', 'pdf'].includes(document)) return undefined;
    const invoice = await findInvoice(deps, purchase);
    return document === 'pdf' ? invoice?.pdf : (invoice?.page ?? invoice?.pdf);
  });
  if (!page) throw new AppError('not_found');
  return page;
}

/** Also that of a purchase which does not name it. */
async function findInvoice(
  { stripe }: Pick<BillingDeps, 'stripe'>,
  purchase: Purchase,
): Promise<Invoice | undefined> {
  const { paymentId } = purchase;
  const id = invoiceIdOf(purchase);
  if (id !== undefined) return stripe.findInvoice(id);
  return paymentId === undefined ? undefined : stripe.findInvoiceOfPayment(paymentId);
}

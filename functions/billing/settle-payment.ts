import type { BookDeps } from './book-purchase.ts';
import { convergePayment } from './converge-payment.ts';
import { convergeDispute } from './converge-dispute.ts';
import type { Dispute } from './rules/stripe-objects.ts';
import { settleInvoice } from './settle-invoice.ts';
import { settleSession } from './settle-session.ts';

/**
 * Books the purchase that a payment belongs to, where the news of a refund or dispute has overtaken
 * that of the payment.
 * @returns whether there is a purchase now
 */
async function settlePayment(deps: BookDeps, paymentId: string): Promise<boolean> {
  const session = await deps.stripe.checkoutOfPayment(paymentId);
  if (session) {
    await settleSession(deps, session);
  } else {
    const customerId = (await deps.stripe.payment(paymentId))?.customerId;
    const invoices = customerId === undefined ? [] : await deps.stripe.invoicesOf(customerId);
    const invoice = invoices.find((each) => each.paymentId === paymentId);
    if (invoice) await settleInvoice(deps, invoice);
  }
  return (await deps.purchases.byPayment(paymentId)) !== undefined;
}

/** @returns what was done, for the log */
export async function settleRefund(deps: BookDeps, paymentId: string): Promise<string> {
  const done = await convergePayment(deps, paymentId);
  if (done === 'in line' || !(await settlePayment(deps, paymentId))) return done;
  return convergePayment(deps, paymentId);
}

/** @returns what was done, for the log */
export async function settleDispute(deps: BookDeps, dispute: Dispute): Promise<string> {
  const { paymentId } = dispute;
  if (paymentId === undefined) return 'no purchase';
  const done = await convergeDispute(deps, dispute, paymentId);
  if (done === 'in line' || !(await settlePayment(deps, paymentId))) return done;
  return convergeDispute(deps, dispute, paymentId);
}

import type { Invoice, CreditNote } from '../adapters/stripe-invoices.ts';
import type { Payment } from '../adapters/stripe-payments.ts';
import type { StripeEventDeps } from '../deps.ts';
import { mailDocuments } from '../documents/mail-documents.ts';
import { type Purchase, paymentReferenceOf, creditsToRevoke } from '../rules/purchase.ts';
import { mailOperator } from './mail-operator.ts';
import { updatePurchase } from '../purchase/update-purchase.ts';
import { recordDocuments } from '../documents/record-documents.ts';
import { splitCreditNote, sumCents } from '../rules/credited-lines.ts';
import { StripeRefusedError } from '../rules/stripe-failure.ts';

/**
 * Brings a purchase in line with the refunds of its payment at Stripe, including failed ones:
 * issues credit notes, takes credits back or returns them, and emails the customer. The credits and
 * the purchase change in one transaction.
 */
export async function applyRefunds(
  deps: StripeEventDeps,
  paymentId: string,
): Promise<'done' | 'skipped'> {
  const { adjustments, stripe } = deps;
  const refundedTotal = (await stripe.findPayment(paymentId))?.refunded;
  const invoice = refundedTotal ? await stripe.findInvoiceOfPayment(paymentId) : undefined;
  if (invoice) await issueCreditNotes(deps, invoice);
  return updatePurchase(deps, paymentId, async (purchase) => {
    const payment = await stripe.findPayment(paymentId);
    if (!payment) return false;
    const { chargeId, refunded, refunds, failedRefunds } = payment;
    const { userId } = purchase;
    for (const { adjustment: id, failed: isFailed } of [...refunds, ...failedRefunds])
      if (id !== undefined)
        await adjustments.setState({ userId, id }, isFailed ? 'failed' : 'done');
    // The same total can recur after a failed refund, so the id includes the number of failures.
    const failed = failedRefunds.length;
    const id = `${chargeId}:${refunded}${failed > 0 ? `:${failed}` : ''}`;
    return syncRevokedCredits(deps, id, purchase, payment);
  });
}

/**
 * Issues the credit notes for the refunds of an invoice. An invoice that was marked as paid by bank
 * transfer has no refunds at Stripe, so its credit notes count as refunds made by bank transfer.
 */
export async function applyCreditNotes(
  deps: StripeEventDeps,
  invoice: Invoice,
): Promise<'done' | 'skipped'> {
  const outcome = await issueCreditNotes(deps, invoice);
  if (invoice.paymentId !== undefined) return outcome;
  return updatePurchase(deps, paymentReferenceOf(invoice), async (purchase) => {
    const notes = await deps.stripe.listCreditNotes(invoice.id);
    const refunded = notes.reduce((sum, { paidCents }) => sum + paidCents, 0);
    return syncRevokedCredits(deps, `${invoice.id}:${refunded}`, purchase, { refunded, kept: 0 });
  });
}

/** @param id unique for the payment and its refunded total */
async function syncRevokedCredits(
  deps: StripeEventDeps,
  id: string,
  purchase: Purchase,
  refundState: Pick<Payment, 'refunded' | 'kept'> & Partial<Payment>,
): Promise<boolean> {
  const { ledger, purchases } = deps;
  const { userId, source } = purchase;
  const { refunded, kept } = refundState;
  const change = { refunded, kept, revoked: creditsToRevoke({ ...purchase, kept }, refunded) };
  const revokedDelta = change.revoked - purchase.revoked;
  if (revokedDelta === 0 && refunded === purchase.refunded) return false;

  await report(deps, id, { ...purchase, ...change }, refundState, refunded - purchase.refunded);
  const { id: target, invoice } = purchase;
  const what = refunded < purchase.refunded ? 'removed' : 'added';
  const entry = { kind: 'refund', what, target, name: invoice?.number ?? '' } as const;
  // A closed account has no activity log.
  const hasLog = (await deps.accounts.get(userId)) !== undefined;
  const logged = hasLog ? deps.activity.writes(userId, entry) : [];
  const extraWrites = [...purchases.changeWrites(purchase, change), ...logged];
  if (revokedDelta === 0) {
    await purchases.update(purchase, change, ...logged);
  } else if (revokedDelta > 0) {
    const why = `refund of ${source}`;
    await ledger.clawBack(userId, { id, amount: revokedDelta, why }, extraWrites);
  } else {
    const why = `failed refund of ${source}`;
    const regrant = { source: `refund-failed:${id}`, amount: -revokedDelta, why };
    await ledger.grant(userId, regrant, extraWrites);
  }
  return true;
}

/**
 * Emails the customer. Also raises an alarm and emails the operator if a refund failed or was made
 * in Stripe's dashboard.
 * @param refundedDelta change of the refunded cents; negative if a refund failed
 */
async function report(
  deps: StripeEventDeps,
  id: string,
  purchase: Purchase,
  { id: payment, refunds }: Partial<Payment>,
  refundedDelta: number,
): Promise<void> {
  const { userId, cents: total, refunded, revoked: credits, creditNotes } = purchase;
  const hasFailed = refundedDelta < 0;
  if (refunds && (hasFailed || refunds.at(-1)?.adjustment === undefined)) {
    const what = hasFailed ? 'refund_failed' : 'refund';
    const returnedCents = hasFailed ? -refundedDelta : refunded;
    const message = `${returnedCents} cents of ${payment} ${hasFailed ? 'could not be refunded' : 'were refunded'}`;
    deps.log.alarm('payment_refunded', message, { payment, refunded });
    await mailOperator(deps, `refund:${id}`, purchase, {
      what,
      cents: returnedCents,
      reason: message,
    });
  }
  const user = await deps.accounts.get(userId);
  if (!user) return;
  const creditNote = creditNotes?.at(-1)?.number;
  const content = hasFailed
    ? ({ template: 'refund_failed', params: { cents: -refundedDelta } } as const)
    : ({ template: 'refunded', params: { cents: refunded, total, credits, creditNote } } as const);
  await mailDocuments(deps, user, `refunded:${id}`, () => content);
}

const MAX_PREVIEWS = 4;

/**
 * Issues the credit notes that are missing for refunds of an invoice's payment, whoever made the
 * refunds, and records them on the purchase. The note of a failed refund covers the next refund,
 * because Stripe cannot void a credit note of a paid invoice
 * (docs.stripe.com/api/credit_notes/void).
 */
async function issueCreditNotes(
  deps: StripeEventDeps,
  invoice: Invoice,
): Promise<'done' | 'skipped'> {
  const { paymentId } = invoice;
  const payment = paymentId === undefined ? undefined : await deps.stripe.findPayment(paymentId);
  const listNotes = async () => (await deps.stripe.listCreditNotes(invoice.id)).toReversed();
  let notes = await listNotes();
  const isMissing = (id: string): boolean =>
    !notes.some(({ refunds }) => refunds.some(({ refund }) => refund === id));
  for (const { id, cents } of payment?.refunds ?? []) {
    const creditedCents = sumCents(notes.flatMap((each) => each.refunds));
    const missing = Math.min(cents, (payment?.refunded ?? 0) - creditedCents);
    if (missing <= 0 || !isMissing(id)) continue;
    const refusal = await issueCreditNote(deps.stripe, invoice, notes, id, missing);
    // Stripe sends two events per refund. The worker of the other event may have issued the note.
    notes = await listNotes();
    if (refusal && isMissing(id)) deps.log.error('credit_note_missing', refusal, { refund: id });
  }
  return recordDocuments(deps, invoice, listNotes);
}

/**
 * Issues the credit note of one refund. Stripe computes the VAT and refuses a note that exceeds the
 * refund, so the note is a cent lower if rounding makes the exact amount impossible.
 * @returns the refusal if no note could be issued
 */
async function issueCreditNote(
  stripe: StripeEventDeps['stripe'],
  invoice: Invoice,
  earlier: readonly CreditNote[],
  refund: string,
  cents: number,
): Promise<StripeRefusedError | undefined> {
  let targetCents = cents;
  try {
    for (let attempt = 0; attempt < MAX_PREVIEWS; attempt += 1) {
      const lines = splitCreditNote(invoice, earlier, targetCents);
      if (lines.length === 0) break;
      const total = await stripe.previewCreditNote(invoice.id, lines);
      if (total <= cents) {
        await stripe.createCreditNote(invoice.id, refund, lines, total);
        return undefined;
      }
      targetCents -= total - cents;
    }
  } catch (error) {
    if (error instanceof StripeRefusedError) return error;
    throw error;
  }
  return new StripeRefusedError(`nothing is left to credit on ${invoice.id}`, {});
}

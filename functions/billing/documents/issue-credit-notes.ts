import type { CreditNote, Invoice } from '../adapters/stripe-mapping.ts';
import type { StripeEventDeps } from '../deps.ts';
import { recordDocuments } from './record-documents.ts';
import { splitCreditNote, sumCents } from '../rules/credited-lines.ts';
import { StripeRefusedError } from '../rules/stripe-failure.ts';

const MAX_ATTEMPTS = 4;

/**
 * Issues the credit notes that are missing for refunds of an invoice's payment, whoever made the
 * refunds, and records them on the purchase. The note of a failed refund covers the next refund,
 * because Stripe cannot void a credit note of a paid invoice
 * (docs.stripe.com/api/credit_notes/void).
 */
export async function issueCreditNotes(
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
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
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

import type { BillingDeps } from '../deps.ts';
import { recordDocuments } from './record-documents.ts';
import { creditedLines, sumOf } from '../rules/credited-lines.ts';
import { StripeRefusedError } from '../rules/stripe-failure.ts';
import type { CreditNote, Invoice } from '../rules/stripe-objects.ts';

type NoteDeps = Pick<BillingDeps, 'accounts' | 'apiKeys' | 'log' | 'purchases' | 'stripe'>;

const MAX_ATTEMPTS = 4;

/**
 * Makes a credit note for each refund of an invoice's payment that none stands for, whoever made
 * the refund: the product, an administrator, or somebody at Stripe. The note of a refund that failed
 * stands for the next one, since Stripe voids none of a paid invoice
 * (docs.stripe.com/api/credit_notes/void). They are noted on the purchase.
 */
export async function issueCreditNotes(
  deps: NoteDeps,
  invoice: Invoice,
): Promise<'in_line' | 'no_purchase'> {
  const { paymentId } = invoice;
  const payment = paymentId === undefined ? undefined : await deps.stripe.findPayment(paymentId);
  if (!payment) return 'no_purchase';
  const notes = (await deps.stripe.listCreditNotes(invoice.id)).toReversed();
  for (const { id, cents } of payment.refunds) {
    const linked = notes.flatMap(({ refunds }) => refunds);
    const missing = Math.min(cents, payment.refunded - sumOf(linked));
    if (missing <= 0 || linked.some(({ refund }) => refund === id)) continue;
    const note = await issue(deps, invoice, notes, id, missing);
    if (note) notes.push(note);
  }
  return recordDocuments(deps, invoice, notes);
}

/**
 * The note of one refund. Stripe computes the VAT and refuses a note of more than was refunded; where
 * no sum without VAT comes to that many cents, the note is a cent less.
 */
async function issue(
  { log, stripe }: Pick<NoteDeps, 'log' | 'stripe'>,
  invoice: Invoice,
  earlier: readonly CreditNote[],
  refund: string,
  cents: number,
): Promise<CreditNote | undefined> {
  let wanted = cents;
  try {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const lines = creditedLines(invoice, earlier, wanted);
      if (lines.length === 0) break;
      const total = await stripe.previewCreditNote(invoice.id, lines);
      if (total <= cents) return await stripe.createCreditNote(invoice.id, refund, lines, total);
      wanted -= total - cents;
    }
  } catch (error) {
    if (!(error instanceof StripeRefusedError)) throw error;
    log.error('credit_note_missing', error, { refund });
    return undefined;
  }
  log.alarm('credit_note_missing', `nothing of ${invoice.id} is left`, { refund });
  return undefined;
}

import type { CreditedLine } from '../rules/credited-lines.ts';
import type { StripeClient } from './stripe-client.ts';
import { type CreditNote, toCreditNote } from './stripe-mapping.ts';

/** Credits each invoice line separately: a note with only a total amount would credit no VAT. */
const lineParams = (lines: readonly CreditedLine[]) =>
  lines.map(({ line, cents }) => ({
    type: 'invoice_line_item' as const,
    invoice_line_item: line,
    amount: cents,
  }));

export interface StripeCreditNotes {
  /** Credit notes of a paid invoice, newest first. Stripe cannot void any of them. */
  listCreditNotes(invoiceId: string): Promise<readonly CreditNote[]>;
  findCreditNote(id: string): Promise<CreditNote | undefined>;
  /** Total of a credit note for these lines, in euro cents including VAT. */
  previewCreditNote(invoice: string, lines: readonly CreditedLine[]): Promise<number>;
  /**
   * Stripe sends no email about the note.
   * @param cents the total from `previewCreditNote`
   */
  createCreditNote(
    invoice: string,
    refund: string,
    lines: readonly CreditedLine[],
    cents: number,
  ): Promise<CreditNote>;
}

export const createStripeCreditNotes = (client: StripeClient): StripeCreditNotes => ({
  async listCreditNotes(invoiceId) {
    const { data } = await client.call((sdk) =>
      sdk.creditNotes.list({ invoice: invoiceId, limit: 100 }),
    );
    return data.map(toCreditNote);
  },

  findCreditNote: (id) => client.findAs((sdk) => sdk.creditNotes.retrieve(id), toCreditNote),

  async previewCreditNote(invoice, lines) {
    const { total } = await client.call((sdk) =>
      sdk.creditNotes.preview({ invoice, lines: lineParams(lines) }),
    );
    return total;
  },

  async createCreditNote(invoice, refund, lines, cents) {
    const note = await client.call((sdk) =>
      sdk.creditNotes.create(
        {
          invoice,
          lines: lineParams(lines),
          refunds: [{ refund, amount_refunded: cents }],
          email_type: 'none',
        },
        { idempotencyKey: `credit-note:${refund}` },
      ),
    );
    return toCreditNote(note);
  },
});

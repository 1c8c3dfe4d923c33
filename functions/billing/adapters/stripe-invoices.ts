import type Sdk from 'stripe';
import { EU_COUNTRIES } from '../../../shared/model/countries.ts';
import type { StripePrices } from './stripe-prices.ts';
import { stripeIdOf, toMs, type StripeClient } from './stripe-client.ts';
import type { CreditedLine } from '../rules/credited-lines.ts';

/** Metadata key for the id of a top-up attempt, set only on invoices of top-ups. */
export const TOP_UP_METADATA_KEY = 'top_up';

/** Metadata key for a purchase id, set only on invoices of checkout sessions for packs. */
export const PURCHASE_ID_METADATA_KEY = 'purchase_id';

/** Metadata key for the id of the person who opened the payment page. */
export const PERSON_ID_METADATA_KEY = 'person_id';

export const isTaxMissing = (tax: {
  readonly enabled: boolean;
  readonly status: string | null;
}): boolean => tax.enabled && tax.status !== 'complete';

/**
 * Returns the EU country for which Stripe collected no VAT because the seller is not registered
 * there (docs.stripe.com/tax/zero-tax). Sales outside the EU need no EU VAT.
 */
const untaxedCountry = ({ total_taxes, customer_address }: Sdk.Invoice): string | undefined => {
  const country = customer_address?.country ?? '';
  return EU_COUNTRIES.has(country) &&
    total_taxes?.some(({ taxability_reason }) => taxability_reason === 'not_collecting')
    ? country
    : undefined;
};

export async function toInvoice(invoice: Sdk.Invoice, prices: StripePrices) {
  const { parent, payments, status_transitions, total } = invoice;
  const netCents = invoice.total_excluding_tax ?? total;
  const creditedCents = invoice.pre_payment_credit_notes_amount;
  // An invoice credited in full counts as paid (docs.stripe.com/invoicing/dashboard/credit-notes).
  const isPaid = invoice.status === 'paid';
  const candidate = payments?.data.find(({ status }) => status === 'paid') ?? payments?.data[0];
  // A bank transfer recorded in the dashboard has no payment at Stripe.
  const payment = isPaid && candidate?.status !== 'paid' ? undefined : candidate;
  return {
    id: invoice.id,
    paid: isPaid,
    open: invoice.status === 'open',
    /** Stripe's billing reason, such as `subscription_create` or `subscription_cycle`. */
    reason: invoice.billing_reason ?? '',
    /** Id of the top-up attempt that created the invoice; undefined for all other invoices. */
    topUp: invoice.metadata?.[TOP_UP_METADATA_KEY],
    subscriptionId: stripeIdOf(parent?.subscription_details?.subscription),
    /** Who subscribed, on the first invoice of a subscription. */
    personId:
      invoice.billing_reason === 'subscription_create'
        ? parent?.subscription_details?.metadata?.[PERSON_ID_METADATA_KEY]
        : undefined,
    customerId: stripeIdOf(invoice.customer),
    /** If a checkout session for packs created the invoice, that session grants the credits. */
    fromCheckout: invoice.metadata?.[PURCHASE_ID_METADATA_KEY] !== undefined,
    /** Amount paid, including VAT. */
    cents: payment ? invoice.amount_paid : total - creditedCents,
    paymentId: stripeIdOf(payment?.payment.payment_intent),
    paidAt: toMs(status_transitions.paid_at ?? invoice.created),
    lines: await Promise.all(
      invoice.lines.data.map(async (line) => ({
        id: line.id,
        version: await prices.versionOf(stripeIdOf(line.pricing?.price_details?.price)),
        /** Amount without VAT, before any discount. */
        cents: line.subtotal,
        quantity: line.quantity ?? 1,
        proration: line.parent?.subscription_item_details?.proration ?? false,
      })),
    ),
    taxMissing: isTaxMissing(invoice.automatic_tax),
    /**
     * The buyer's EU country if Stripe collected no VAT because the seller is not registered there.
     */
    untaxedCountry: untaxedCountry(invoice),
    /** Undefined until the invoice is finalized. */
    number: invoice.number ?? undefined,
    /**
     * Billed net amount and VAT. Their sum exceeds `cents` only if a credit note was issued before
     * payment.
     */
    netCents,
    vatCents: total - netCents,
    /** Amount that credit notes deducted before payment. */
    creditedCents,
    /** Link to Stripe's page for the invoice, which expires. */
    page: invoice.hosted_invoice_url ?? undefined,
    /** Link to the PDF, which expires. */
    pdf: invoice.invoice_pdf ?? undefined,
  };
}
export type Invoice = Readonly<Awaited<ReturnType<typeof toInvoice>>>;

const toCreditNote = (note: Sdk.CreditNote) => ({
  id: note.id,
  number: note.number,
  /** The total, including VAT. */
  cents: note.total,
  /** The part of `cents` that was credited after the payment. */
  paidCents: note.post_payment_amount,
  /** Credited cents per invoice line, without VAT. */
  lines: note.lines.data.map((each) => ({ line: each.invoice_line_item, cents: each.amount })),
  /** The refunds that the credit note covers, each with the covered cents. */
  refunds: note.refunds.map((each) => ({
    refund: stripeIdOf(each.refund),
    cents: each.amount_refunded,
  })),
  /** Link to the PDF, which expires. */
  pdf: note.pdf,
});
export type CreditNote = Readonly<ReturnType<typeof toCreditNote>>;

export type InvoiceFilter = { readonly subscription: string } | { readonly customer: string };

export interface StripeInvoices {
  findInvoice(id: string): Promise<Invoice | undefined>;
  findInvoiceOfNote(id: string): Promise<Invoice | undefined>;
  /** Finds the invoice that a payment settled (docs.stripe.com/api/invoice-payment/list). */
  findInvoiceOfPayment(paymentId: string): Promise<Invoice | undefined>;
  /** At most the latest 100, newest first. */
  listInvoices(filter: InvoiceFilter): Promise<readonly Invoice[]>;
}

export const createStripeInvoices = (
  client: StripeClient,
  prices: StripePrices,
): StripeInvoices => ({
  findInvoice: (id) =>
    client.findAs(
      (sdk) => sdk.invoices.retrieve(id, { expand: ['payments'] }),
      (found) => toInvoice(found, prices),
    ),

  findInvoiceOfNote: (id) =>
    client.findAs(
      (sdk) => sdk.creditNotes.retrieve(id, { expand: ['invoice.payments'] }),
      ({ invoice }) => (typeof invoice === 'string' ? undefined : toInvoice(invoice, prices)),
    ),

  async findInvoiceOfPayment(paymentId) {
    const { data } = await client.call((sdk) =>
      sdk.invoicePayments.list({
        payment: { type: 'payment_intent', payment_intent: paymentId },
        limit: 1,
        expand: ['data.invoice.payments'],
      }),
    );
    const invoice = data[0]?.invoice;
    return typeof invoice !== 'object' || invoice.deleted ? undefined : toInvoice(invoice, prices);
  },

  async listInvoices(filter) {
    const { data } = await client.call((sdk) =>
      sdk.invoices.list({ ...filter, limit: 100, expand: ['data.payments'] }),
    );
    return Promise.all(data.map((each) => toInvoice(each, prices)));
  },
});

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

import type Sdk from 'stripe';
import { DAY_MS } from '../../../shared/model/duration.ts';
import { type StripeClient, stripeIdOf } from './stripe-client.ts';

/** Maximum time from an invoice's creation to its payment. Later payments are not found. */
const COLLECTION_WINDOW_MS = 120 * DAY_MS;

type CoveredPayments = readonly (readonly [id: string, cents: number])[];

/**
 * Converts a paid invoice, or one of its credit notes, to a booked document. Amounts are euro
 * cents, negative for a credit note; times are epoch milliseconds. `reason` explains why no VAT was
 * charged (docs.stripe.com/tax/zero-tax); `money` lists the payments or refunds that the document
 * covers.
 */
const documentOf = (
  { customer, customer_address, customer_name, number, total_taxes }: Sdk.Invoice,
  [created, note]: readonly [number, string],
  [netCents, cents]: readonly [number, number],
  money: CoveredPayments,
) => ({
  at: created * 1000,
  invoice: number ?? '',
  note,
  customerId: stripeIdOf(customer) ?? '',
  customer: customer_name ?? '',
  country: customer_address?.country ?? '',
  netCents,
  vatCents: cents - netCents,
  reason: [...new Set(total_taxes?.map((tax) => tax.taxability_reason))].join(' '),
  money,
});
export type BookedDocument = ReturnType<typeof documentOf>;

/**
 * Converts a balance transaction (docs.stripe.com/api/balance_transactions/object). Amounts are
 * euro cents, times epoch milliseconds.
 */
const balanceTransactionOf = ({
  id,
  amount,
  created,
  fee,
  source,
  ...move
}: Sdk.BalanceTransaction) => ({
  at: created * 1000,
  category: move.reporting_category,
  source: stripeIdOf(source) ?? id,
  cents: amount,
  fee,
});
export type BalanceTransaction = ReturnType<typeof balanceTransactionOf>;

const createdBetween = (from: number, to: number) => ({
  limit: 100,
  created: { gte: Math.floor(from / 1000), lt: Math.floor(to / 1000) },
});

/** Reads the seller's books, from `from` to before `to` (epoch milliseconds). */
export interface StripeBooks {
  /** Invoices paid and credit notes created in the period. */
  listDocuments(from: number, to: number): AsyncIterable<BookedDocument>;
  listBalanceTransactions(from: number, to: number): AsyncIterable<BalanceTransaction>;
}

export const createStripeBooks = (client: StripeClient): StripeBooks => ({
  async *listDocuments(from, to) {
    const invoiceParams = {
      ...createdBetween(from - COLLECTION_WINDOW_MS, to),
      expand: ['data.payments'],
    };
    for await (const each of client.each((sdk) =>
      sdk.invoices.list({ status: 'paid', ...invoiceParams }),
    )) {
      const { payments, status_transitions, total, total_excluding_tax: net } = each;
      const paidPayments = payments?.data.filter(({ status }) => status === 'paid') ?? [];
      const money = paidPayments.map(({ amount_paid, payment }): CoveredPayments[number] => [
        stripeIdOf(payment.payment_intent) ?? '',
        amount_paid ?? 0,
      ]);
      const at = status_transitions.paid_at ?? each.created;
      if (at * 1000 >= from && at * 1000 < to)
        yield documentOf(each, [at, ''], [net ?? total, total], money);
    }
    const noteParams = { ...createdBetween(from, to), expand: ['data.invoice'] };
    for await (const each of client.each((sdk) => sdk.creditNotes.list(noteParams))) {
      const { created, invoice, number, refunds, total, total_excluding_tax: net } = each;
      if (each.status !== 'issued' || typeof invoice === 'string') continue;
      const money = refunds.map(({ refund, ...entry }): CoveredPayments[number] => [
        stripeIdOf(refund) ?? '',
        -entry.amount_refunded,
      ]);
      yield documentOf(invoice, [created, number], [-(net ?? total), -total], money);
    }
  },

  async *listBalanceTransactions(from, to) {
    const transactions = client.each((sdk) =>
      sdk.balanceTransactions.list(createdBetween(from, to)),
    );
    for await (const each of transactions) yield balanceTransactionOf(each);
  },
});

import type Sdk from 'stripe';
import type { Adjustment } from './adjustments.ts';
import { StripeRefusedError } from '../rules/stripe-failure.ts';
import type { StripeClient } from './stripe-client.ts';
import {
  ADJUSTMENT_METADATA_KEY,
  type Dispute,
  toDispute,
  type FraudWarning,
  toFraudWarning,
  stripeIdOf,
  toInvoice,
  KEEP_CREDITS_METADATA_KEY,
  type Payment,
  toPayment,
  type Invoice,
} from './stripe-mapping.ts';
import type { StripePrices } from './stripe-prices.ts';

const chargeOf = ({ id, amount, created, customer, ...charge }: Sdk.Charge, paymentId: string) => ({
  id,
  paymentId,
  customerId: stripeIdOf(customer),
  cents: amount,
  /** Cents refunded, without failed refunds. */
  refunded: charge.amount_refunded,
  createdAt: created * 1000,
});
export type Charge = Readonly<ReturnType<typeof chargeOf>>;

export type InvoiceFilter = { readonly subscription: string } | { readonly customer: string };

type PartialRefund = Pick<Adjustment, 'id' | 'keepCredits' | 'tries'> & { readonly cents: number };

export interface StripePayments {
  findPayment(id: string): Promise<Payment | undefined>;
  /**
   * Refunds the rest of a payment. Does nothing if the payment is disputed or a dispute over it was
   * lost.
   */
  refund(payment: Payment, cause: string): Promise<void>;
  /** Refunds part of a payment for an adjustment, once per adjustment and `tries`. */
  refundPartially(paymentId: string, part: PartialRefund): Promise<void>;
  findInvoice(id: string): Promise<Invoice | undefined>;
  findInvoiceOfNote(id: string): Promise<Invoice | undefined>;
  /** Finds the invoice that a payment settled (docs.stripe.com/api/invoice-payment/list). */
  findInvoiceOfPayment(paymentId: string): Promise<Invoice | undefined>;
  /** At most the latest 100, newest first. */
  listInvoices(filter: InvoiceFilter): Promise<readonly Invoice[]>;
  /** Paid charges created at or after `since` (epoch milliseconds), newest first. */
  listCharges(since: number): AsyncIterable<Charge>;
  /** Disputes opened at or after `since` (epoch milliseconds), newest first. */
  listDisputes(since: number): AsyncIterable<Dispute>;
  findDispute(id: string): Promise<Dispute | undefined>;
  findFraudWarning(id: string): Promise<FraudWarning | undefined>;
}

export function createStripePayments(client: StripeClient, prices: StripePrices): StripePayments {
  const refund = (params: Sdk.RefundCreateParams, idempotencyKey: string) =>
    client.call((sdk) => sdk.refunds.create(params, { idempotencyKey }));

  return {
    async findPayment(id) {
      const found = await client.find((sdk) =>
        sdk.paymentIntents.retrieve(id, { expand: ['latest_charge'] }),
      );
      if (!found) return undefined;
      const refunds = await Array.fromAsync(
        client.each((sdk) => sdk.refunds.list({ payment_intent: id, limit: 100 })),
      );
      return toPayment(found, refunds);
    },

    async refund({ id, chargeId }, cause) {
      try {
        await refund({ payment_intent: id, metadata: { cause } }, `refund:${cause}:${chargeId}`);
      } catch (error) {
        // The bank has already taken the money back. A separate event will report the dispute's
        // end.
        if (!(error instanceof StripeRefusedError && error.message === 'charge_disputed'))
          throw error;
      }
    },

    async refundPartially(paymentId, { id, cents, keepCredits, tries = 0 }) {
      const metadata = {
        [ADJUSTMENT_METADATA_KEY]: id,
        ...(keepCredits && { [KEEP_CREDITS_METADATA_KEY]: 'true' }),
      };
      const params = { payment_intent: paymentId, amount: cents, metadata };
      await refund(params, `refund:${id}:${tries}`);
    },

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
      return typeof invoice !== 'object' || invoice.deleted
        ? undefined
        : toInvoice(invoice, prices);
    },

    async listInvoices(filter) {
      const { data } = await client.call((sdk) =>
        sdk.invoices.list({ ...filter, limit: 100, expand: ['data.payments'] }),
      );
      return Promise.all(data.map((each) => toInvoice(each, prices)));
    },

    async *listCharges(since) {
      const created = { gte: Math.floor(since / 1000) };
      for await (const charge of client.each((sdk) => sdk.charges.list({ created, limit: 100 }))) {
        const paymentId = stripeIdOf(charge.payment_intent);
        if (charge.paid && paymentId !== undefined) yield chargeOf(charge, paymentId);
      }
    },

    async *listDisputes(since) {
      const created = { gte: Math.floor(since / 1000) };
      for await (const dispute of client.each((sdk) => sdk.disputes.list({ created, limit: 100 })))
        yield toDispute(dispute);
    },

    findDispute: (id) => client.findAs((sdk) => sdk.disputes.retrieve(id), toDispute),

    findFraudWarning: (id) =>
      client.findAs((sdk) => sdk.radar.earlyFraudWarnings.retrieve(id), toFraudWarning),
  };
}

import type Sdk from 'stripe';
import type { Env } from '../../platform/env.ts';
import { StripeUnavailableError } from '../rules/stripe-failure.ts';
import type { StripeClient } from './stripe-client.ts';
import { toInvoice, TOP_UP_METADATA_KEY, type Invoice } from './stripe-invoices.ts';
import type { StripePrices } from './stripe-prices.ts';

interface TopUp {
  /** Generated and stored before the first call to Stripe, so that retries are idempotent. */
  readonly id: string;
  readonly userId: string;
  readonly customerId: string;
  readonly version: string;
}

/** Error codes for a payment that needs the customer's consent (docs.stripe.com/error-codes). */
const ACTION_REQUIRED_CODES = new Set([
  'authentication_required',
  'invoice_payment_intent_requires_action',
]);

const retrieveInvoice = (id: string) => (sdk: Sdk) =>
  sdk.invoices.retrieve(id, { expand: ['payments'] });

/**
 * Buys packs with the saved card of a customer who is not present. Each top-up has its own invoice,
 * which Stripe does not finalize or collect automatically (`auto_advance`,
 * docs.stripe.com/api/invoices/create).
 */
export interface StripeTopUps {
  /** Creates an invoice without lines, which cannot be paid, and returns its id. */
  draftTopUp(topUp: TopUp): Promise<string>;
  /**
   * Completes an invoice: adds the line, finalizes the invoice and pays it, skipping steps already
   * done.
   * @returns the resulting invoice, and whether the bank requires the customer's confirmation
   */
  collectTopUp(
    invoiceId: string,
    topUp: TopUp,
  ): Promise<{ invoice: Invoice; requiresAction: boolean }>;
  /**
   * Voids an invoice.
   * @returns the invoice if it has already been paid
   * @throws {StripeUnavailableError} if the invoice could not be voided and is still open
   */
  closeTopUp(invoiceId: string): Promise<Invoice | undefined>;
}

export function createStripeTopUps(
  client: StripeClient,
  prices: StripePrices,
  { TAX }: Pick<Env, 'TAX'>,
): StripeTopUps {
  const getInvoice = (id: string) => client.call(retrieveInvoice(id));

  return {
    async draftTopUp({ id, userId, customerId, version }) {
      const draft = await client.call((sdk) =>
        sdk.invoices.create(
          {
            customer: customerId,
            auto_advance: false,
            automatic_tax: { enabled: TAX === 'stripe' },
            collection_method: 'charge_automatically',
            pending_invoice_items_behavior: 'exclude',
            metadata: { [TOP_UP_METADATA_KEY]: id, user_id: userId, plan_id: version },
          },
          { idempotencyKey: `tu:${id}` },
        ),
      );
      return draft.id;
    },

    async collectTopUp(invoiceId, { id, customerId, version }) {
      let invoice = await getInvoice(invoiceId);
      if (invoice.status === 'draft') {
        const price = await prices.priceOf(version);
        if (invoice.lines.data.length === 0)
          await client.call((sdk) =>
            sdk.invoiceItems.create(
              { customer: customerId, invoice: invoiceId, pricing: { price }, quantity: 1 },
              { idempotencyKey: `tui:${id}` },
            ),
          );
        // Stripe refuses if an earlier run finalized or paid the invoice, so read it again.
        await client.tryCall((sdk) =>
          sdk.invoices.finalizeInvoice(invoiceId, { auto_advance: false }),
        );
        invoice = await getInvoice(invoiceId);
      }
      let refusal: string | undefined;
      if (invoice.status === 'open') {
        refusal = await client.tryCall((sdk) =>
          sdk.invoices.pay(invoiceId, { off_session: true }, { idempotencyKey: `tup:${id}` }),
        );
        invoice = await getInvoice(invoiceId);
      }
      return {
        invoice: await toInvoice(invoice, prices),
        requiresAction: refusal !== undefined && ACTION_REQUIRED_CODES.has(refusal),
      };
    },

    async closeTopUp(invoiceId) {
      // Stripe refuses if the invoice is paid or void, or a payment is in progress.
      await client.tryCall((sdk) => sdk.invoices.voidInvoice(invoiceId));
      const invoice = await client.find(retrieveInvoice(invoiceId));
      if (invoice?.status === 'open')
        throw new StripeUnavailableError(`${invoiceId} is still open`, {});
      return invoice?.status === 'paid' ? toInvoice(invoice, prices) : undefined;
    },
  };
}

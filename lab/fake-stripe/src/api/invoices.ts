import { z } from 'zod';
import { defineRoute } from './route.ts';
import { flag, formSchema, integer, mergeMetadata, metadata, text } from './parameters.ts';
import { cardDeclinedError, invalidRequestError, StripeApiError } from '../model/errors.ts';
import { findObject, assertExists, fromFixture } from '../model/objects.ts';
import type { Account } from '../model/account.ts';
import type { Invoice, LineItem } from '../model/state.ts';
import { attemptPayment, markInvoicePaid } from '../operations/collect.ts';
import {
  addInvoiceLines,
  draftInvoice,
  finalizeInvoice,
  voidInvoice,
} from '../operations/invoicing.ts';
import {
  isActiveOrPastDue,
  updateSubscriptionStatus,
  previewRenewal,
} from '../operations/subscriptions.ts';

function findInStatus(
  { state }: Account,
  id: string,
  expected: Invoice['status'],
  action: string,
): Invoice {
  const invoice = findObject(state, 'invoices', id);
  if (invoice.status === expected) return invoice;
  throw invalidRequestError(`Invoice ${id} is ${String(invoice.status)} and cannot be ${action}.`, {
    code: 'invoice_not_editable',
  });
}

/** The bank requires authentication while the customer is absent: docs.stripe.com/error-codes */
const actionRequiredError = (): StripeApiError =>
  new StripeApiError(
    402,
    'card_error',
    'This payment requires additional user action before it can be completed successfully.',
    { code: 'invoice_payment_intent_requires_action' },
  );

/** Makes a past due subscription active again once its invoice is no longer open. */
function syncSubscription(account: Account, invoice: Invoice): void {
  const subscriptionId = invoice.parent?.subscription_details?.subscription ?? '';
  const subscription = account.state.subscriptions[subscriptionId];
  if (invoice.status !== 'open' && subscription && isActiveOrPastDue(subscription))
    updateSubscriptionStatus(account, subscription, invoice);
}

export const invoiceRoutes = [
  defineRoute(
    'POST /v1/invoices/create_preview',
    formSchema({ customer: text }, { schedule: text, subscription: text }),
    (account, { schedule, subscription }) => {
      const { state } = account;
      const id = schedule
        ? findObject(state, 'subscriptionSchedules', schedule, 'schedule').subscription
        : subscription;
      const subscriptionFound = findObject(state, 'subscriptions', id ?? '', 'subscription');
      if (isActiveOrPastDue(subscriptionFound) && subscriptionFound.cancel_at === null)
        return previewRenewal(account, subscriptionFound.id);
      throw invalidRequestError('No upcoming invoices.', { code: 'invoice_upcoming_none' });
    },
  ),

  defineRoute(
    'POST /v1/invoices',
    formSchema(
      { customer: text },
      {
        auto_advance: flag,
        automatic_tax: z.strictObject({ enabled: flag }),
        collection_method: z.enum(['charge_automatically', 'send_invoice']),
        days_until_due: integer,
        pending_invoice_items_behavior: z.literal('exclude'),
        metadata,
      },
    ),
    (account, { automatic_tax = { enabled: false }, metadata: given, ...fields }) => {
      const { customer: id, collection_method = 'charge_automatically', days_until_due } = fields;
      // docs.stripe.com/api/invoices/create#create_invoice-days_until_due
      if ((collection_method === 'send_invoice') !== (days_until_due !== undefined))
        throw invalidRequestError(
          '`days_until_due` is required for `collection_method=send_invoice`, and not allowed otherwise.',
        );
      const customer = findObject(account.state, 'customers', id, 'customer');
      if (automatic_tax.enabled && !customer.address)
        throw invalidRequestError("The customer's location isn't recognized.", {
          code: 'customer_tax_location_invalid',
        });
      const taxed = automatic_tax.enabled;
      const invoice = draftInvoice(account, { customer, taxed, reason: 'manual' }, { items: [] });
      return Object.assign(invoice, {
        auto_advance: false,
        collection_method,
        metadata: mergeMetadata({}, given),
      });
    },
  ),

  defineRoute(
    'POST /v1/invoiceitems',
    formSchema(
      { customer: text, invoice: text, pricing: z.strictObject({ price: text }) },
      { quantity: integer },
    ),
    (account, { customer, invoice: id, pricing, quantity = 1 }) => {
      const { state } = account;
      const price = findObject(state, 'prices', pricing.price, 'pricing[price]');
      const invoice = findInStatus(account, id, 'draft', 'changed');
      addInvoiceLines(account, invoice, {
        items: [fromFixture<LineItem>('item', { price, quantity })],
      });
      const line = assertExists(invoice.lines.data.at(-1), 'a line');
      return fromFixture('invoiceitem', {
        id: line.id.replace(/^il_/, 'ii_'),
        amount: line.amount,
        customer,
        date: account.now(),
        invoice: id,
        period: { start: account.now(), end: account.now() },
        quantity,
        quantity_decimal: String(quantity),
      });
    },
  ),

  defineRoute(
    'POST /v1/invoices/:id/finalize',
    formSchema({}, { auto_advance: flag }),
    (account, _given, id) => {
      const invoice = findInStatus(account, id, 'draft', 'finalized');
      finalizeInvoice(account, invoice);
      return invoice;
    },
  ),

  defineRoute(
    'POST /v1/invoices/:id/pay',
    formSchema({}, { off_session: flag, paid_out_of_band: flag }),
    (account, given, id) => {
      const invoice = findInStatus(account, id, 'open', 'paid');
      if (given.paid_out_of_band === true) {
        markInvoicePaid(account, invoice);
        syncSubscription(account, invoice);
        return invoice;
      }
      attemptPayment(account, invoice, given.off_session === false);
      syncSubscription(account, invoice);
      const { invoicePayments, paymentIntents } = account.state;
      const payment = Object.values(invoicePayments).findLast((one) => one.invoice === id);
      const intent = paymentIntents[String(payment?.payment.payment_intent)];
      if (intent?.status === 'requires_action') throw actionRequiredError();
      if (intent?.status !== 'succeeded')
        throw cardDeclinedError(String(intent?.latest_charge ?? ''));
      return invoice;
    },
  ),

  defineRoute('POST /v1/invoices/:id/void', formSchema({}, {}), (account, _given, id) => {
    const invoice = findInStatus(account, id, 'open', 'voided');
    voidInvoice(account, invoice);
    syncSubscription(account, invoice);
    return invoice;
  }),
];

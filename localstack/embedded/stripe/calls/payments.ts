import { z } from 'zod';
import { refundCharge } from '../operations/reversals.ts';
import { call } from '../http/call.ts';
import { listPage } from '../http/list.ts';
import {
  expand,
  integer,
  isWithin,
  listing,
  mergedMetadata,
  metadata,
  range,
  text,
} from '../http/parameters.ts';
import { invalid, missing, noSuch } from '../http/stripe-error.ts';

/** Invoices, payment intents, charges, refunds and disputes. */

const retrieve = z.strictObject({ expand });

/** A `GET /v1/x/ID`, in the words Stripe has for what is missing. */
function found<T>(object: T | undefined, what: string, id: string): T {
  if (object === undefined) throw noSuch(what, id);
  return object;
}

const isOneOf = (wanted: string | undefined, actual: string | null): boolean =>
  wanted === undefined || wanted === actual;

export const paymentCalls = [
  call('GET', '/v1/invoices/:id', retrieve, ({ state }, _given, id) =>
    found(state.invoices[id], 'invoice', id),
  ),
  call('GET', '/v1/payment_intents/:id', retrieve, ({ state }, _given, id) =>
    found(state.paymentIntents[id], 'payment_intent', id),
  ),
  call('GET', '/v1/charges/:id', retrieve, ({ state }, _given, id) =>
    found(state.charges[id], 'charge', id),
  ),
  call('GET', '/v1/refunds/:id', retrieve, ({ state }, _given, id) =>
    found(state.refunds[id], 'refund', id),
  ),
  call('GET', '/v1/disputes/:id', retrieve, ({ state }, _given, id) =>
    found(state.disputes[id], 'dispute', id),
  ),

  call(
    'GET',
    '/v1/invoices',
    z.strictObject({
      ...listing,
      customer: text.optional(),
      subscription: text.optional(),
      status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']).optional(),
      created: range,
    }),
    ({ state }, { customer, subscription, status, created, ...page }) => {
      const invoices = Object.values(state.invoices).filter(
        (one) =>
          isOneOf(customer, one.customer) &&
          isOneOf(subscription, one.parent?.subscription_details?.subscription ?? null) &&
          isOneOf(status, one.status) &&
          isWithin(one.created, created),
      );
      return listPage(invoices, page, '/v1/invoices');
    },
  ),

  call(
    'GET',
    '/v1/invoice_payments',
    z.strictObject({
      ...listing,
      invoice: text.optional(),
      status: z.enum(['open', 'paid', 'canceled']).optional(),
      payment: z
        .strictObject({ type: z.literal('payment_intent'), payment_intent: text })
        .optional(),
    }),
    ({ state }, { invoice, status, payment, ...page }) => {
      const payments = Object.values(state.invoicePayments).filter(
        (one) =>
          isOneOf(invoice, one.invoice) &&
          isOneOf(status, one.status) &&
          isOneOf(payment?.payment_intent, one.payment.payment_intent ?? null),
      );
      return listPage(payments, page, '/v1/invoice_payments');
    },
  ),

  call(
    'GET',
    '/v1/charges',
    z.strictObject({
      ...listing,
      customer: text.optional(),
      payment_intent: text.optional(),
      created: range,
    }),
    ({ state }, { customer, payment_intent, created, ...page }) => {
      const charges = Object.values(state.charges).filter(
        (one) =>
          isOneOf(customer, one.customer) &&
          isOneOf(payment_intent, one.payment_intent) &&
          isWithin(one.created, created),
      );
      return listPage(charges, page, '/v1/charges');
    },
  ),

  call(
    'POST',
    '/v1/refunds',
    z.strictObject({
      charge: text.optional(),
      payment_intent: text.optional(),
      amount: integer.optional(),
      reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
      metadata: metadata.optional(),
      expand,
    }),
    (world, { charge: named, payment_intent, ...given }) => {
      const { state } = world;
      const intent = state.paymentIntents[payment_intent ?? ''];
      if (payment_intent !== undefined && intent === undefined) {
        throw missing('payment_intent', payment_intent, 'payment_intent');
      }
      const id = named ?? intent?.latest_charge;
      if (id === undefined || id === null) {
        throw invalid(
          'One of the following params should be provided for this request: payment_intent or charge.',
        );
      }
      const charge = state.charges[id];
      if (charge === undefined) throw missing('charge', id, 'charge');
      return refundCharge(world, charge, {
        ...given,
        metadata: mergedMetadata({}, given.metadata),
      });
    },
  ),

  call(
    'GET',
    '/v1/refunds',
    z.strictObject({
      ...listing,
      charge: text.optional(),
      payment_intent: text.optional(),
      created: range,
    }),
    ({ state }, { charge, payment_intent, created, ...page }) => {
      const refunds = Object.values(state.refunds).filter(
        (one) =>
          isOneOf(charge, one.charge) &&
          isOneOf(payment_intent, one.payment_intent) &&
          isWithin(one.created, created),
      );
      return listPage(refunds, page, '/v1/refunds');
    },
  ),

  call(
    'GET',
    '/v1/disputes',
    z.strictObject({
      ...listing,
      charge: text.optional(),
      payment_intent: text.optional(),
      created: range,
    }),
    ({ state }, { charge, payment_intent, created, ...page }) => {
      const disputes = Object.values(state.disputes).filter(
        (one) =>
          isOneOf(charge, one.charge) &&
          isOneOf(payment_intent, one.payment_intent) &&
          isWithin(one.created, created),
      );
      return listPage(disputes, page, '/v1/disputes');
    },
  ),
];

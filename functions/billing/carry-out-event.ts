import type { LogFields } from '../platform/log.ts';
import type { BookDeps } from './book-purchase.ts';
import { forgetCustomer } from './forget-customer.ts';
import type { Inbox, KeptEvent } from './ports.ts';
import { STRIPE_API_VERSION } from './rules/stripe-events.ts';
import { settleInvoice } from './settle-invoice.ts';
import { settleDispute, settleRefund } from './settle-payment.ts';
import { settleSession } from './settle-session.ts';
import { settleSubscription } from './settle-subscription.ts';
import { warnOfPayment } from './warn-of-payment.ts';

export interface EventDeps extends BookDeps {
  readonly inbox: Inbox;
}

const GONE = 'gone';

/** Does nothing for an object that Stripe no longer has. */
async function withObject<T>(
  find: Promise<T | undefined>,
  work: (object: T) => Promise<string>,
): Promise<string> {
  const object = await find;
  return object === undefined ? GONE : work(object);
}

function outcomeOf(deps: EventDeps, event: KeptEvent): Promise<string> {
  const { stripe } = deps;
  const { id, objectId } = event;
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired':
      return withObject(stripe.checkout(objectId), (session) => settleSession(deps, session, id));
    case 'invoice.paid':
      return withObject(stripe.invoice(objectId), (invoice) => settleInvoice(deps, invoice, id));
    case 'invoice.payment_failed':
    case 'invoice.payment_action_required':
      return withObject(stripe.invoice(objectId), (invoice) => warnOfPayment(deps, invoice));
    case 'invoice.finalization_failed':
      deps.log.error('invoice_not_finalized', new Error(objectId), { invoice: objectId });
      return Promise.resolve('alarm');
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
      return withObject(stripe.subscription(objectId), (each) => settleSubscription(deps, each));
    case 'charge.refunded':
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
      return withObject(paymentOf(deps, event), (paymentId) => settleRefund(deps, paymentId));
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
      return withObject(stripe.dispute(objectId), (dispute) => settleDispute(deps, dispute));
    case 'customer.deleted':
      return forgetCustomer(deps, objectId);
  }
}

/** The payment that a charge or a refund belongs to. */
async function paymentOf(
  { stripe }: EventDeps,
  { type, objectId, paymentId, chargeId }: KeptEvent,
): Promise<string | undefined> {
  if (paymentId !== undefined) return paymentId;
  const charge = type === 'charge.refunded' ? objectId : chargeId;
  return charge === undefined ? undefined : stripe.paymentOfCharge(charge);
}

/**
 * Carries out an event of the inbox, once: the event says which object to look at, and what is done
 * follows from what Stripe says of it now. Events may so come twice, late and in any order.
 * @returns what was done, for the log
 */
export async function carryOutEvent(deps: EventDeps, eventId: string): Promise<LogFields> {
  const event = await deps.inbox.waiting(eventId);
  if (!event) return { eventId, outcome: 'done before' };
  const { type, apiVersion } = event;
  if (apiVersion !== STRIPE_API_VERSION)
    deps.log.warn('stripe_api_version', { eventId, type, apiVersion });
  const outcome = await outcomeOf(deps, event);
  await deps.inbox.markDone(eventId);
  return { eventId, type, outcome };
}

import { AppError } from '../../../shared/contract/errors.ts';
import type { BillingDeps, StripeEventDeps } from '../deps.ts';
import { isHandledEventType, type StoredStripeEvent } from '../rules/stripe-events.ts';
import type { WorkerOutcome } from '../../../shared/model/outcome.ts';
import type { LogFields } from '../../platform/log.ts';
import { applyDispute, applyFraudWarning } from '../reversal/apply-dispute.ts';
import {
  applyPaidInvoice,
  applyUnpaidInvoice,
  applyCheckoutSession,
} from '../payment/apply-payment.ts';
import { applyCreditNotes, applyRefunds } from '../reversal/apply-refunds.ts';
import { applySubscription } from '../subscription/apply-subscription.ts';
import { applyDeletedCustomer } from '../customer/customer.ts';
import { copyCompany, notifyRefusedVatNumber } from '../customer/billing-details.ts';

/**
 * Verifies, stores and queues an event from Stripe. An event that was stored earlier but not
 * applied yet is queued again. Only logs an event of a type that we do not handle.
 * @throws {AppError} `malformed` if Stripe did not sign the event, or if the event and our key
 *   differ in mode (test or live)
 */
export async function receiveStripeEvent(
  deps: Pick<BillingDeps, 'billingQueue' | 'stripeEventStore' | 'log' | 'stripeSignatures'>,
  body: Uint8Array,
  signature: string | undefined,
): Promise<void> {
  const event = await deps.stripeSignatures.verify(body, signature ?? '');
  if (!event) throw new AppError('malformed');
  const { id: eventId, type, livemode } = event;
  if (livemode !== (await deps.stripeSignatures.isLive())) {
    const message = 'the mode of the event (test or live) is not the mode of the secret key';
    deps.log.alarm('stripe_livemode', message, { eventId, type, livemode });
    throw new AppError('malformed');
  }
  if (!isHandledEventType(type)) {
    deps.log.info('stripe_event_ignored', { eventId, type });
    return;
  }
  if ((await deps.stripeEventStore.create(event)) === 'waiting')
    await deps.billingQueue.send({ kind: 'stripe_event', v: 1, eventId });
}

/**
 * Applies a Stripe event once. The event only identifies an object; the object's current state at
 * Stripe decides what happens, so events may arrive twice, late, or out of order.
 * @returns fields for the log
 */
export async function applyStripeEvent(deps: StripeEventDeps, eventId: string): Promise<LogFields> {
  const event = await deps.stripeEventStore.findWaiting(eventId);
  if (!event) return { eventId, outcome: 'duplicate' };
  const outcome = await applyObject(deps, event);
  await deps.stripeEventStore.finish(eventId);
  return { eventId, type: event.type, outcome };
}

function applyObject(deps: StripeEventDeps, event: StoredStripeEvent): Promise<WorkerOutcome> {
  const { stripe } = deps;
  const { objectId } = event;
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.expired':
      return applyIfFound(stripe.findSession(objectId), (session) =>
        applyCheckoutSession(deps, session),
      );
    case 'invoice.paid':
      return applyIfFound(stripe.findInvoice(objectId), (each) => applyPaidInvoice(deps, each));
    case 'invoice.payment_failed':
    case 'invoice.payment_action_required':
      return applyIfFound(stripe.findInvoice(objectId), (each) => applyUnpaidInvoice(deps, each));
    case 'invoice.finalization_failed':
      deps.log.alarm('invoice_not_finalized', objectId, { invoice: objectId });
      return Promise.resolve('failed');
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
      return applyIfFound(stripe.findSubscription(objectId), (each) =>
        applySubscription(deps, each),
      );
    case 'charge.refunded':
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
      return applyIfFound(Promise.resolve(event.paymentId), (paymentId) =>
        withPurchase(deps, paymentId, () => applyRefunds(deps, paymentId)),
      );
    case 'credit_note.created':
      return applyIfFound(stripe.findInvoiceOfNote(objectId), (each) =>
        applyCreditNotes(deps, each),
      );
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
      return applyIfFound(stripe.findDispute(objectId), (dispute) =>
        withPurchase(deps, dispute.paymentId, () => applyDispute(deps, dispute)),
      );
    case 'radar.early_fraud_warning.created':
    case 'radar.early_fraud_warning.updated':
      return applyIfFound(stripe.findFraudWarning(objectId), (warning) =>
        withPurchase(deps, warning.paymentId, () => applyFraudWarning(deps, warning)),
      );
    case 'customer.tax_id.updated':
      return applyIfFound(stripe.findCustomerOfRefusedTaxId(objectId), (customerId) =>
        notifyRefusedVatNumber(deps, objectId, customerId),
      );
    case 'customer.updated':
      return copyCompany(deps, objectId);
    case 'customer.deleted':
      return applyDeletedCustomer(deps, objectId);
  }
}

async function applyIfFound<T>(
  find: Promise<T | undefined>,
  apply: (object: T) => Promise<WorkerOutcome>,
): Promise<WorkerOutcome> {
  const object = await find;
  return object === undefined ? 'stale' : apply(object);
}

/**
 * Calls `apply` for an event about a payment. If that finds no purchase because the event of the
 * payment itself has not arrived yet, records the purchase and calls `apply` again.
 */
async function withPurchase(
  deps: StripeEventDeps,
  paymentId: string | undefined,
  apply: () => Promise<WorkerOutcome>,
): Promise<WorkerOutcome> {
  const outcome = await apply();
  if (outcome === 'done' || paymentId === undefined) return outcome;
  const session = await deps.stripe.findSessionOfPayment(paymentId);
  if (session) {
    await applyCheckoutSession(deps, session);
  } else {
    const invoice = await deps.stripe.findInvoiceOfPayment(paymentId);
    if (invoice) await applyPaidInvoice(deps, invoice);
  }
  return (await deps.purchases.findByPayment(paymentId)) ? apply() : outcome;
}

import type { WorkerOutcome } from '../../../shared/model/outcome.ts';
import { updatePlan } from '../subscription/apply-subscription.ts';
import { findUserByCustomer } from '../customer/customer.ts';
import type { Invoice } from '../adapters/stripe-mapping.ts';
import type { StripeEventDeps } from '../deps.ts';
import { recordDocuments } from '../documents/record-documents.ts';
import { recordPurchase } from './record-purchase.ts';
import { MAILED_LINK_SECONDS, signReceiptPath } from '../documents/payment-document-url.ts';
import { refundUncreditedPayment } from '../purchase/refund-uncredited-payment.ts';
import { planGrantedByInvoice } from './rules/granting.ts';
import { monthOf } from '../../low-credits/rules/low-balance-alert.ts';
import { createMailMessage } from '../../mail/create-mail-message.ts';

/**
 * Grants the credits of a paid invoice for a subscription, a top-up, or packs sold through Stripe's
 * dashboard (docs.stripe.com/invoicing/send-email). Refunds the invoice if we ended its
 * subscription, or if its account is gone and the invoice was not created in the dashboard. Only
 * records the invoice of a checkout session, because the session grants the credits.
 */
export async function applyPaidInvoice(
  deps: StripeEventDeps,
  invoice: Invoice,
): Promise<WorkerOutcome> {
  const { id, subscriptionId, customerId, paymentId, cents, lines, untaxedCountry } = invoice;
  // An alarm watches this log line. Log it once per country, because the seller decides about VAT
  // only once per country.
  if (
    untaxedCountry !== undefined &&
    (await deps.stripeEventStore.recordOnce(`vat-${untaxedCountry}`))
  )
    deps.log.warn('vat_not_collected', { invoice: id, country: untaxedCountry });
  const plan = planGrantedByInvoice(invoice);
  if (!plan) {
    // Ignore invoices for other products of the same Stripe account.
    const isOurs = subscriptionId === undefined || lines.some(({ version }) => version);
    const isSold = invoice.paid && cents > 0 && !invoice.fromCheckout && isOurs;
    if (isSold && (await findUserByCustomer(deps, customerId)))
      deps.log.alarm('invoice_without_credits', `${id} granted no credits`, { invoice: id });
    return recordDocuments(deps, invoice);
  }
  const source = `in:${id}`;
  const user = await findUserByCustomer(deps, customerId);
  if (!user && subscriptionId === undefined && invoice.topUp === undefined) {
    // The invoice was created in the dashboard, so a person must decide about a refund.
    deps.log.alarm('payment_without_account', `${source} belongs to no account`, { source });
    return 'skipped';
  }
  if (user && subscriptionId !== undefined) {
    await updatePlan(deps, user);
    if ((await deps.stripe.findSubscription(subscriptionId))?.endedByUs) {
      await refundUncreditedPayment(deps, source, paymentId, 'second_subscription');
      return 'refused';
    }
  }
  const { paidAt: at, taxMissing } = invoice;
  const paid = { source, plan, cents, paymentId, at, taxMissing, invoice };
  const outcome = await recordPurchase(deps, user, paid);
  if (!user && subscriptionId !== undefined)
    await deps.stripe.endSubscription(subscriptionId, 'account_closed');
  if (user && invoice.topUp !== undefined) await endTopUp(deps, user.id, invoice);
  return outcome;
}

/**
 * Ends the top-up attempt that this invoice paid for, so that another attempt may follow. The
 * attempt counts toward the month in which the invoice was paid.
 */
const endTopUp = (
  { lowBalanceAlerts }: StripeEventDeps,
  userId: string,
  { topUp: id, paidAt }: Invoice,
): Promise<void> =>
  lowBalanceAlerts.change(userId, ({ attempt, topUp, tried }) => {
    if (attempt?.id !== id) return undefined;
    const month = monthOf(paidAt);
    return {
      attempt: undefined,
      notBefore: undefined,
      askedAt: undefined,
      tried: tried && tried.month >= month ? tried : { month, times: 1 },
      ...(topUp && { topUp: { ...topUp, failures: 0 } }),
    };
  });

/**
 * If a renewal payment failed or the bank requires confirmation, emails the subscriber a link to
 * the invoice and creates a `payment.failed` event, once per invoice and problem. The first payment
 * and a change of plan need no email, because the customer saw the failure and nothing else
 * changed.
 */
export async function applyUnpaidInvoice(
  deps: StripeEventDeps,
  invoice: Invoice,
): Promise<WorkerOutcome> {
  const { id, open, reason, customerId, paymentId } = invoice;
  if (!open || reason !== 'subscription_cycle') return 'noop';
  const user = await findUserByCustomer(deps, customerId);
  if (!user) return 'skipped';
  await updatePlan(deps, user);
  // Updating the plan voids the invoice of a deactivated account.
  if (!(await deps.stripe.findInvoice(id))?.open) return 'noop';
  const payment = paymentId === undefined ? undefined : await deps.stripe.findPayment(paymentId);
  const template = payment?.requiresAction ? 'payment_authentication' : 'payment_failed';
  const path = await signReceiptPath(deps, user.id, id, MAILED_LINK_SECONDS);
  await deps.mailQueue.send(
    createMailMessage(user, `${template}:${id}`, { template, params: { path } }),
  );
  await deps.outbox.addOnce(`${template}:${id}`, {
    userId: user.id,
    type: 'payment.failed',
    subject: 'payment.failed',
    data: {
      kind: 'subscription',
      why: payment?.requiresAction ? 'confirm' : 'declined',
      amount_cents: invoice.netCents + invoice.vatCents,
      currency: 'eur',
    },
    at: deps.clock.now(),
  });
  return 'done';
}

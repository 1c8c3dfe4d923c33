import type { Outcome } from '../../shared/model/outcome.ts';
import { updatePlan } from './apply-subscription.ts';
import { userOfCustomer } from './customer.ts';
import { type RecordDeps, recordPurchase, reportTax } from './record-purchase.ts';
import { refusePayment } from './refuse-payment.ts';
import { planOfInvoice } from './rules/granting.ts';
import type { Invoice } from './rules/stripe-objects.ts';
import { mailTo } from '../mail/mail-to.ts';

/**
 * Grants the credits of a paid invoice of a subscription. Those of a subscription that we have
 * ended ourselves, or of an account that is gone, are sent back.
 * @returns what was done, for the log
 */
export async function applyPaidInvoice(
  deps: RecordDeps,
  invoice: Invoice,
  eventId?: string,
): Promise<Outcome> {
  const { id, subscriptionId, customerId, paymentId, cents, paidAt } = invoice;
  const plan = planOfInvoice(invoice);
  if (!plan || subscriptionId === undefined) return 'no_grant';
  const source = `in:${id}`;
  reportTax(deps.log, source, invoice.taxMissing);
  const user = await userOfCustomer(deps, customerId);
  if (user) {
    await updatePlan(deps, user);
    if ((await deps.stripe.findSubscription(subscriptionId))?.endedByUs) {
      await refusePayment(deps, source, paymentId, 'second_subscription');
      return 'second_subscription';
    }
  }
  const paid = { source, plan, cents, paymentId, at: paidAt };
  const outcome = await recordPurchase(deps, user, paid, eventId);
  if (!user) await deps.stripe.endSubscription(subscriptionId, 'account_closed');
  return outcome;
}

/**
 * Tells a subscriber, once an invoice, that the payment of a further month did not work. The first
 * month needs no word: the customer saw it happen.
 * @returns what was done, for the log
 */
export async function applyUnpaidInvoice(deps: RecordDeps, invoice: Invoice): Promise<Outcome> {
  const { id, paid, reason, subscriptionId, customerId } = invoice;
  if (paid || subscriptionId === undefined || reason === 'subscription_create') return 'no_mail';
  const user = await userOfCustomer(deps, customerId);
  if (!user) return 'no_account';
  await updatePlan(deps, user);
  await deps.mailQueue.send(
    mailTo(user, `payment_failed:${id}`, { template: 'payment_failed', params: {} }),
  );
  return 'mail';
}

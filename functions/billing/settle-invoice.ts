import { type BookDeps, bookPurchase } from './book-purchase.ts';
import { convergeSubscriptions } from './converge-subscriptions.ts';
import { userOfCustomer } from './customer-of.ts';
import { refusePayment } from './refuse-payment.ts';
import { planOfInvoice } from './rules/granting.ts';
import type { Invoice } from './rules/stripe-objects.ts';

/**
 * Grants the credits of a paid invoice of a subscription. Those of a subscription that we have
 * ended ourselves, or of an account that is gone, are sent back.
 * @returns what was done, for the log
 */
export async function settleInvoice(
  deps: BookDeps,
  invoice: Invoice,
  eventId?: string,
): Promise<string> {
  const { id, subscriptionId, customerId, paymentId, cents, paidAt } = invoice;
  const plan = planOfInvoice(invoice);
  if (!plan || subscriptionId === undefined) return 'no grant';
  const source = `in:${id}`;
  if (invoice.taxMissing)
    deps.log.error('tax_missing', new Error(`${source} was paid without its VAT`), { source });

  const user = await userOfCustomer(deps, customerId);
  if (!user) {
    await refusePayment(deps, source, paymentId, 'no_account');
    await deps.stripe.endSubscription(subscriptionId, 'account_closed');
    return 'no account';
  }
  await convergeSubscriptions(deps, user);
  const subscription = await deps.stripe.subscription(subscriptionId);
  if (subscription?.endedByUs) {
    await refusePayment(deps, source, paymentId, 'second_subscription');
    return 'second subscription';
  }
  return bookPurchase(deps, user, { source, plan, cents, paymentId, at: paidAt }, eventId);
}

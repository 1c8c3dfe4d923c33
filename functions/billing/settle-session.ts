import { type BookDeps, bookPurchase } from './book-purchase.ts';
import { convergeSubscriptions } from './converge-subscriptions.ts';
import { userOfCustomer } from './customer-of.ts';
import { refusePayment } from './refuse-payment.ts';
import { planOfSession } from './rules/granting.ts';
import type { CheckoutSession } from './rules/stripe-objects.ts';

/**
 * Does what a session at its present state calls for: the credits of a paid pack, or a look at the
 * customer's subscriptions, whose credits come with their invoices.
 * @returns what was done, for the log
 */
export async function settleSession(
  deps: BookDeps,
  session: CheckoutSession,
  eventId?: string,
): Promise<string> {
  const { id, mode, customerId, paymentId, cents, createdAt } = session;
  const user = await userOfCustomer(deps, customerId);
  if (mode === 'subscription') {
    if (user) await convergeSubscriptions(deps, user);
    return 'subscription';
  }
  const plan = planOfSession(session);
  if (!plan) return session.paid ? 'not ours' : 'not paid';
  const source = `cs:${id}`;
  if (session.taxMissing)
    deps.log.error('tax_missing', new Error(`${source} was paid without its VAT`), { source });
  if (!user) {
    await refusePayment(deps, source, paymentId, 'no_account');
    return 'no account';
  }
  return bookPurchase(deps, user, { source, plan, cents, paymentId, at: createdAt }, eventId);
}

import type { Outcome } from '../../../shared/model/outcome.ts';
import { updatePlan } from '../subscription/apply-subscription.ts';
import { userOfCustomer } from '../customer/customer.ts';
import type { EventDeps } from '../deps.ts';
import { recordPurchase, reportTax } from './record-purchase.ts';
import { planOfSession } from './rules/granting.ts';
import type { CheckoutSession } from '../rules/stripe-objects.ts';

/**
 * Does what a session at its present state calls for: the credits of a paid pack, or the plan of
 * the customer's subscriptions, whose credits come with their invoices.
 * @returns what was done, for the log
 */
export async function applySession(deps: EventDeps, session: CheckoutSession): Promise<Outcome> {
  const { id, mode, customerId, paymentId, invoiceId, cents, createdAt } = session;
  const user = await userOfCustomer(deps, customerId);
  if (mode === 'subscription') {
    if (user) await updatePlan(deps, user);
    return 'subscription';
  }
  const plan = planOfSession(session);
  if (!plan) return session.paid ? 'not_ours' : 'not_paid';
  const source = `cs:${id}`;
  reportTax(deps.log, source, session.taxMissing);
  const invoice = invoiceId === undefined ? undefined : await deps.stripe.findInvoice(invoiceId);
  const paid = { source, plan, cents, paymentId, at: createdAt, invoice };
  return recordPurchase(deps, user, paid);
}

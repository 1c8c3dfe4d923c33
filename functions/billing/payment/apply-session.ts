import type { WorkerOutcome } from '../../../shared/model/outcome.ts';
import { updatePlan } from '../subscription/apply-subscription.ts';
import { findUserByCustomer } from '../customer/customer.ts';
import type { CheckoutSession } from '../adapters/stripe-mapping.ts';
import type { StripeEventDeps } from '../deps.ts';
import { recordPurchase } from './record-purchase.ts';
import { planGrantedBySession } from './rules/granting.ts';

/**
 * Applies the current state of a checkout session: grants the credits of a paid pack, or updates
 * the customer's plan, whose invoices grant the credits.
 */
export async function applyCheckoutSession(
  deps: StripeEventDeps,
  session: CheckoutSession,
): Promise<WorkerOutcome> {
  const { id, mode, customerId, paymentId, invoiceId, cents, createdAt: at, taxMissing } = session;
  const user = await findUserByCustomer(deps, customerId);
  if (mode === 'subscription') {
    if (user) await updatePlan(deps, user);
    return 'done';
  }
  const plan = planGrantedBySession(session);
  if (!plan) return session.paid ? 'skipped' : 'noop';
  const source = `cs:${id}`;
  const invoice = invoiceId === undefined ? undefined : await deps.stripe.findInvoice(invoiceId);
  const paid = { source, plan, cents, paymentId, at, taxMissing, invoice };
  return recordPurchase(deps, user, paid);
}

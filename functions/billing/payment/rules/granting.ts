import { PLAN_TYPE } from '../../../../shared/model/plan-type.ts';
import { planVersion, type PlanVersion } from '../../rules/plans.ts';
import type { CheckoutSession, Invoice } from '../../rules/stripe-objects.ts';

/** Reasons of invoices that a subscription makes by itself. */
const REASONS = new Set(['subscription_create', 'subscription_cycle', 'subscription_update']);

/**
 * The plan whose credits a paid invoice brings: one grant for each full price. The invoice of a
 * pack brings none, since its session does, unless it was made for a top-up, which has no session;
 * nor does one with parts of a price alone.
 */
export function planOfInvoice(invoice: Invoice): PlanVersion | undefined {
  if (!invoice.paid) return undefined;
  if (invoice.topUp !== undefined) return packOfInvoice(invoice);
  if (invoice.subscriptionId === undefined) return undefined;
  if (!REASONS.has(invoice.reason)) return undefined;
  for (const { proration, version, cents } of invoice.lines) {
    const plan = proration || version === undefined ? undefined : planVersion(version);
    if (plan?.type === PLAN_TYPE.subscription && cents === plan.cents) return plan;
  }
  return undefined;
}

/** The one pack of an invoice that was made by hand, as Stripe calls it, at its full price. */
function packOfInvoice({ reason, subscriptionId, lines }: Invoice): PlanVersion | undefined {
  const [line, ...others] = lines;
  if (reason !== 'manual' || subscriptionId !== undefined || others.length > 0) return undefined;
  const plan = line?.version === undefined ? undefined : planVersion(line.version);
  return plan?.type === PLAN_TYPE.credits && line?.cents === plan.cents ? plan : undefined;
}

/** The pack that a paid session brings; a session of a subscription brings nothing by itself. */
export function planOfSession(session: CheckoutSession): PlanVersion | undefined {
  if (!session.paid || session.mode !== 'payment' || session.version === undefined)
    return undefined;
  const plan = planVersion(session.version);
  return plan?.type === PLAN_TYPE.credits ? plan : undefined;
}

import { creditsForShare } from '../../../shared/model/credits.ts';
import { PLAN_TYPE } from '../../../shared/model/plans/plan-type.ts';
import { findPlanVersion, type PlanVersion } from '../../../shared/model/plans/plans.ts';
import type { Purchase } from './purchase.ts';

/** Amounts are euro cents, without VAT unless noted. */
interface InvoiceFields {
  readonly paid: boolean;
  readonly fromCheckout: boolean;
  readonly reason: string;
  readonly subscriptionId: string | undefined;
  readonly netCents: number;
  readonly vatCents: number;
  /** Amount that credit notes deducted before payment, including VAT. */
  readonly creditedCents: number;
  readonly lines: readonly {
    readonly version: string | undefined;
    readonly cents: number;
    readonly quantity: number;
    readonly proration: boolean;
  }[];
}

/** Billing reasons of invoices that Stripe creates for a subscription. */
const SUBSCRIPTION_REASONS = new Set([
  'subscription_create',
  'subscription_cycle',
  'subscription_update',
]);

/** Billing reasons of one-off invoices, created by a top-up or in the dashboard. */
const ONE_OFF_REASONS = new Set(['manual', 'quote_accept']);

/** The plan that a payment grants, or a basket's items merged into one. */
type SoldPlan = PlanVersion & Pick<Purchase, 'items'>;

/**
 * Returns the plan whose credits a paid invoice grants: one grant per full price, minus the share
 * that credit notes deducted before payment. Undefined for an unpaid invoice, for an invoice
 * without a plan at its full price (for example, with only prorations), and for the invoice of a
 * checkout session, because the session itself grants the credits.
 */
export function planGrantedByInvoice(invoice: InvoiceFields): SoldPlan | undefined {
  const { paid, fromCheckout, subscriptionId, creditedCents, netCents, vatCents, reason } = invoice;
  if (!paid || fromCheckout) return undefined;
  const reasons = subscriptionId === undefined ? ONE_OFF_REASONS : SUBSCRIPTION_REASONS;
  if (!reasons.has(reason)) return undefined;
  const plan = mergeLines(invoice.lines, subscriptionId !== undefined);
  if (!plan) return undefined;
  const credits =
    plan.credits - creditsForShare({ ...plan, cents: netCents + vatCents }, creditedCents);
  return credits > 0 ? { ...plan, credits } : undefined;
}

/**
 * Merges the plans of the lines sold at their full price into one with all their credits. With
 * `hasSubscription`, requires a line with exactly one unit of a subscription; otherwise, merges
 * only packs.
 */
function mergeLines(lines: InvoiceFields['lines'], hasSubscription: boolean): SoldPlan | undefined {
  const sold = lines.flatMap(({ version = '', cents, quantity, proration }) => {
    const plan = findPlanVersion(version);
    return plan && !proration && cents === quantity * plan.cents ? [{ plan, quantity }] : [];
  });
  const packs = sold.filter(({ plan }) => plan.type === PLAN_TYPE.credits);
  const subscription = sold.find(
    ({ plan, quantity }) => plan.type === PLAN_TYPE.subscription && quantity === 1,
  );
  if (hasSubscription && !subscription) return undefined;
  const merged = hasSubscription && subscription ? [subscription, ...packs] : packs;
  const [first] = merged;
  if (!first || (merged.length === 1 && first.quantity === 1)) return first?.plan;
  return {
    ...first.plan,
    credits: merged.reduce((sum, { plan, quantity }) => sum + quantity * plan.credits, 0),
    items: merged.map(({ plan, quantity }) => ({ version: plan.id, quantity })),
  };
}

/**
 * Returns undefined if the session is unpaid, or sells a subscription or a pack below its full
 * price.
 */
export const planGrantedBySession = ({
  paid,
  mode,
  lines,
}: Pick<InvoiceFields, 'paid' | 'lines'> & { readonly mode: string }): SoldPlan | undefined =>
  paid && mode === 'payment' ? mergeLines(lines, false) : undefined;

import { shareOf } from '../../../../shared/model/credits.ts';
import { PLAN_TYPE } from '../../../../shared/model/plan-type.ts';
import { planVersion, type PlanVersion } from '../../rules/plans.ts';

/** Invoice fields that the decision depends on; euro cents, without VAT unless noted. */
interface InvoiceFields {
  readonly paid: boolean;
  readonly ofSession: boolean;
  readonly reason: string;
  readonly subscriptionId: string | undefined;
  readonly netCents: number;
  readonly vatCents: number;
  /** VAT included. */
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

/**
 * The plan whose credits a paid invoice grants: one grant per full price, minus the share that
 * credit notes deducted before payment. Undefined for an invoice that only has prorations, and for
 * the invoice of a checkout session, because the session grants the credits.
 */
export function planOfInvoice(invoice: InvoiceFields): PlanVersion | undefined {
  const { paid, ofSession, subscriptionId, creditedCents, netCents, vatCents } = invoice;
  if (!paid || ofSession) return undefined;
  const plan = subscriptionId === undefined ? mergedPackOf(invoice) : subscriptionPlanOf(invoice);
  if (!plan) return undefined;
  const credits = plan.credits - shareOf({ ...plan, cents: netCents + vatCents }, creditedCents);
  return credits > 0 ? { ...plan, credits } : undefined;
}

function subscriptionPlanOf({ reason, lines }: InvoiceFields): PlanVersion | undefined {
  if (!SUBSCRIPTION_REASONS.has(reason)) return undefined;
  for (const { proration, version, cents } of lines) {
    const plan = proration || version === undefined ? undefined : planVersion(version);
    if (plan?.type === PLAN_TYPE.subscription && cents === plan.cents) return plan;
  }
  return undefined;
}

/** Merges the full-price packs on an invoice into one pack with all their credits. */
function mergedPackOf({ reason, lines }: InvoiceFields): PlanVersion | undefined {
  if (!ONE_OFF_REASONS.has(reason)) return undefined;
  const packs = lines.flatMap(({ version = '', cents, quantity }) => {
    const plan = planVersion(version);
    const isPack = plan?.type === PLAN_TYPE.credits && cents === quantity * plan.cents;
    return isPack ? [{ ...plan, credits: quantity * plan.credits }] : [];
  });
  const credits = packs.reduce((sum, pack) => sum + pack.credits, 0);
  return packs[0] && { ...packs[0], credits };
}

/** The pack that a paid session grants; undefined for the session of a subscription. */
export function planOfSession(
  session: Pick<InvoiceFields, 'paid'> & {
    readonly mode: string;
    readonly version: string | undefined;
  },
): PlanVersion | undefined {
  if (!session.paid || session.mode !== 'payment' || session.version === undefined)
    return undefined;
  const plan = planVersion(session.version);
  return plan?.type === PLAN_TYPE.credits ? plan : undefined;
}

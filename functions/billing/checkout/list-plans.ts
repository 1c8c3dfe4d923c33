import type { PlanRow } from '../../../shared/contract/billing.ts';
import { signLink } from '../../access/signed.ts';
import type { BillingDeps } from '../deps.ts';
import { describePlan, euros, plansOnSale } from '../rules/plans.ts';

const LINK_SECONDS = 15 * 60;

type LinkDeps = Pick<BillingDeps, 'clock' | 'env' | 'secrets'>;

async function paymentLink(deps: LinkDeps, userId: string, planId: string): Promise<string> {
  const t = await signLink(deps, { purpose: 'checkout', subject: planId }, userId, LINK_SECONDS);
  return `${deps.env.PUBLIC_ORIGIN}/api/checkout?plan=${planId}&t=${t}`;
}

/** What is sold, each plan with a link by which this user can pay for it. */
export async function listPlans(deps: LinkDeps, userId: string): Promise<PlanRow[]> {
  const vat = deps.env.TAX === 'franchise-293B' ? 'not_applicable' : 'excluded';
  return Promise.all(
    plansOnSale().map(async (plan) => {
      const { planId, type, interval, credits, cents } = plan;
      return {
        id: planId,
        type,
        interval,
        credits,
        price: euros(cents),
        price_cents: cents,
        vat,
        description: describePlan(plan, 'en', vat),
        description_fr: describePlan(plan, 'fr', vat),
        payment_url: await paymentLink(deps, userId, planId),
      };
    }),
  );
}

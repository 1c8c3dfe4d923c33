import type { PlanRow } from '../../../shared/contract/billing.ts';
import { signLink } from '../../access/signed.ts';
import type { BillingDeps } from '../deps.ts';
import {
  describePlan,
  formatEuros,
  getPlansOnSale,
  vatTreatmentOf,
} from '../../../shared/model/plans/plans.ts';

const LINK_LIFETIME_SECONDS = 15 * 60;

export async function listPlans(
  deps: Pick<BillingDeps, 'clock' | 'env' | 'secrets'>,
  userId: string,
  personId: string,
): Promise<PlanRow[]> {
  const vat = vatTreatmentOf(deps.env.TAX);
  return Promise.all(
    getPlansOnSale().map(async (plan) => {
      const { planId, type, interval, credits, cents } = plan;
      const target = { purpose: 'checkout', subject: planId } as const;
      const t = await signLink(deps, target, userId, LINK_LIFETIME_SECONDS, personId);
      return {
        id: planId,
        type,
        interval,
        credits,
        price: formatEuros(cents),
        price_cents: cents,
        vat,
        description: describePlan(plan, 'en', vat),
        description_fr: describePlan(plan, 'fr', vat),
        payment_url: `${deps.env.PUBLIC_ORIGIN}/api/checkout?plan=${planId}&t=${t}`,
      };
    }),
  );
}

import type { PlanRow } from '../../../shared/contract/billing.ts';
import { signLink } from '../../access/signed.ts';
import type { BillingDeps } from '../deps.ts';
import { getPlansOnSale, toPlanRow, vatTreatmentOf } from '../../../shared/model/plans/plans.ts';

const LINK_LIFETIME_SECONDS = 15 * 60;

export async function listPlans(
  deps: Pick<BillingDeps, 'clock' | 'env' | 'secrets'>,
  userId: string,
  personId: string,
): Promise<PlanRow[]> {
  const vat = vatTreatmentOf(deps.env.TAX);
  return Promise.all(
    getPlansOnSale().map(async (plan) => {
      const target = { purpose: 'checkout', subject: plan.planId } as const;
      const t = await signLink(deps, target, userId, LINK_LIFETIME_SECONDS, personId);
      const url = `${deps.env.PUBLIC_ORIGIN}/api/checkout?plan=${plan.planId}&t=${t}`;
      return toPlanRow(plan, vat, url);
    }),
  );
}

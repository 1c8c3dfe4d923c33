import type { PlanRow } from '../../shared/contract/billing.ts';
import { signLink } from '../access/signed.ts';
import type { BillingDeps } from './deps.ts';
import { euros, plansOnSale } from './rules/plans.ts';

const LINK_SECONDS = 15 * 60;

/** What is sold, each plan with a link by which this user can pay for it. */
export async function listPlans(
  deps: Pick<BillingDeps, 'clock' | 'env' | 'secrets'>,
  userId: string,
): Promise<PlanRow[]> {
  return Promise.all(
    plansOnSale().map(async ({ planId, type, credits, cents, description, descriptionFr }) => {
      const target = { purpose: 'checkout', subject: planId } as const;
      const t = await signLink(deps, target, userId, LINK_SECONDS);
      return {
        id: planId,
        type,
        credits,
        price: euros(cents),
        price_cents: cents,
        description,
        description_fr: descriptionFr,
        payment_url: `${deps.env.PUBLIC_ORIGIN}/api/checkout?plan=${planId}&t=${t}`,
      };
    }),
  );
}

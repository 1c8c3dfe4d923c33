import type { PlanRow } from '../../shared/contract/billing.ts';
import type { Clock } from '../platform/clock.ts';
import type { Secrets } from '../platform/secrets/secrets.ts';
import { euros } from './money.ts';
import { plansOnSale } from './rules/plans.ts';
import { signLink } from '../access/signed.ts';

const LINK_SECONDS = 15 * 60;

/** What is sold, each plan with a link by which this user can pay for it. */
export async function listPlans(
  deps: {
    readonly secrets: Secrets;
    readonly clock: Clock;
    readonly env: { readonly PUBLIC_ORIGIN: string };
  },
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

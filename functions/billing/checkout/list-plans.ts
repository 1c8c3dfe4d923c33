import type { PlanRow } from '../../../shared/contract/billing.ts';
import { signLink } from '../../access/signed.ts';
import type { Env } from '../../platform/env.ts';
import type { BillingDeps } from '../deps.ts';
import { describePlan, euros, plansOnSale } from '../rules/plans.ts';

/** The usual French rate, article 278 of the CGI. */
const FRENCH_VAT = 0.2;

/** Consumers are told what they pay: article L112-1 of the Code de la consommation. */
function vatOf({ TAX, CUSTOMERS }: Pick<Env, 'TAX' | 'CUSTOMERS'>): PlanRow['vat'] {
  if (TAX === 'franchise-293B') return 'not_applicable';
  if (TAX === 'none-outside-eu') return 'none';
  return TAX === 'stripe' && CUSTOMERS === 'consumers' ? 'included' : 'excluded';
}

const LINK_SECONDS = 15 * 60;

type LinkDeps = Pick<BillingDeps, 'clock' | 'env' | 'secrets'>;

/** What a link to a payment is signed for: a plan, with the id of an agreement if there is one. */
export const paymentSubject = (planId: string, agreement: string | undefined): string =>
  agreement === undefined ? planId : `${planId}/${agreement}`;

/** The link by which a user can pay for a plan. @param agreement to delivery at once, its id */
export async function paymentLink(
  deps: LinkDeps,
  userId: string,
  planId: string,
  agreement?: string,
): Promise<string> {
  const target = { purpose: 'checkout', subject: paymentSubject(planId, agreement) } as const;
  const t = await signLink(deps, target, userId, LINK_SECONDS);
  const agreed = agreement === undefined ? '' : `&agreement=${agreement}`;
  return `${deps.env.PUBLIC_ORIGIN}/api/checkout?plan=${planId}${agreed}&t=${t}`;
}

/** What is sold, each plan with a link by which this user can pay for it. */
export async function listPlans(deps: LinkDeps, userId: string): Promise<PlanRow[]> {
  const vat = vatOf(deps.env);
  return Promise.all(
    plansOnSale().map(async (plan) => {
      const { planId, type, interval, credits, cents } = plan;
      const shown = vat === 'included' ? Math.round(cents * (1 + FRENCH_VAT)) : cents;
      return {
        id: planId,
        type,
        interval,
        credits,
        price: euros(shown),
        price_cents: shown,
        vat,
        description: describePlan(plan, 'en', shown, vat),
        description_fr: describePlan(plan, 'fr', shown, vat),
        payment_url: await paymentLink(deps, userId, planId),
      };
    }),
  );
}

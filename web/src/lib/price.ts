import { queryOptions, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { billingRoutes, type PlanRow } from '../../../shared/contract/billing.ts';
import { type Api, useApi } from './api.ts';
import { cheapestPlans, paymentOf } from './cheapest-plans.ts';
import { useFormat } from './use-format.ts';

/** The links to the payments are valid for fifteen minutes. */
const PLANS_MS = 10 * 60_000;

/** The plans, each with a fresh link to its payment. */
export const plansQuery = (api: Api) =>
  queryOptions({
    queryKey: ['plans'],
    queryFn: async ({ signal }) => (await api(billingRoutes.getPlan, {}, { signal })).data,
    refetchInterval: PLANS_MS,
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: false,
  });

/** Names a sum, and whether VAT is to be added: `20 € excl. VAT`, never broken after the sum. */
export function usePrice() {
  const { t } = useTranslation();
  const format = useFormat();
  return (cents: number, vat: PlanRow['vat'] = 'not_applicable'): string =>
    `${format.euros(cents)}\u00a0${vat === 'excluded' ? t('lists.buyMore.excluded') : ''}`.trim();
}

/**
 * What the cheapest packs with so many credits cost, and the page that one alone is paid on; undefined
 * while that is not known.
 */
export function usePackOffer(credits: number) {
  const priceOf = usePrice();
  const { data: plans } = useQuery({ ...plansQuery(useApi()), enabled: credits > 0 });
  const packs = plans && cheapestPlans(plans, credits)?.packs;
  return packs && { price: priceOf(packs.cents, packs.plans[0]?.vat), url: paymentOf(packs) };
}

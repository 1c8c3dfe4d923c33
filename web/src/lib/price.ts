import { queryOptions, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { billingRoutes, type PlanRow } from '../../../shared/contract/billing.ts';
import { type Api, useApi } from './api.ts';
import { findCheapestPlans } from '../../../shared/model/plans/cheapest-plans.ts';
import { useFormat } from './use-format.ts';

/** Shorter than the fifteen minutes for which payment links are valid. */
const PLANS_REFRESH_MS = 10 * 60_000;

/** Query for the plans, refetched before their payment links expire. */
export const plansQuery = (api: Api) =>
  queryOptions({
    queryKey: ['plans'],
    queryFn: async ({ signal }) => (await api(billingRoutes.getPlan, {}, { signal })).data,
    refetchInterval: PLANS_REFRESH_MS,
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: false,
  });

/** Returns a formatter for prices, such as `20 € excl. VAT`, without line breaks. */
export function usePrice() {
  const { t } = useTranslation();
  const format = useFormat();
  return (cents: number, vat: PlanRow['vat'] = 'not_applicable'): string =>
    `${format.euros(cents)}\u00a0${vat === 'excluded' ? t('lists.buyMore.excluded') : ''}`.trim();
}

/** Returns the cheapest packs; undefined before plans load, or if no credits are needed. */
export function usePackOffer(credits: number) {
  const priceOf = usePrice();
  const { data: plans } = useQuery({ ...plansQuery(useApi()), enabled: credits > 0 });
  const packs = plans && credits > 0 ? findCheapestPlans(plans, credits)?.packs : undefined;
  return packs && { price: priceOf(packs.cents, packs.plans[0]?.vat), packs };
}

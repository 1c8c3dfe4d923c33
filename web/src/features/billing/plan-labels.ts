import { useTranslation } from 'react-i18next';
import type { PlanRow } from '../../../../shared/contract/billing.ts';
import { nowrap } from '../../i18n/nowrap.ts';

const TITLES = {
  once: 'billing.pricing.credits',
  month: 'billing.pricing.creditsMonthly',
  year: 'billing.pricing.creditsYearly',
} as const;

export function usePlanTitle() {
  const { t } = useTranslation();
  return ({ interval, credits: count }: Pick<PlanRow, 'interval' | 'credits'>): string =>
    t(TITLES[interval], { count });
}

/** Returns a formatter for plans, such as `50,000 credits and 3 × 100,000 credits`. */
export function usePlanItemsText() {
  const { i18n } = useTranslation();
  const titleOf = usePlanTitle();
  return (items: readonly { readonly plan_id: string; readonly quantity: number }[]): string =>
    new Intl.ListFormat(i18n.language).format(
      items.map(({ plan_id: id, quantity }) => {
        const title = titleOf(parsePlanId(id));
        return quantity === 1 ? title : `${quantity}\u00a0×\u00a0${title}`;
      }),
    );
}

/** Parses a plan id such as `monthly_5000`, even if the plan is no longer on sale. */
export function parsePlanId(id: string): Pick<PlanRow, 'interval' | 'credits'> {
  const [kind, credits] = id.split('_');
  const interval = kind === 'yearly' ? 'year' : kind === 'monthly' ? 'month' : 'once';
  return { interval, credits: Number(credits) };
}

/** Returns a formatter for the unit of a price, such as `excl. VAT per month`. */
export function usePriceUnit() {
  const { t } = useTranslation();
  return ({ vat, interval }: Pick<PlanRow, 'vat' | 'interval'>): string =>
    [
      vat === 'excluded' ? t('lists.buyMore.excluded') : '',
      interval === 'once'
        ? ''
        : t(`billing.pricing.${interval === 'year' ? 'perYear' : 'perMonth'}`),
    ]
      .join(' ')
      .trim();
}

export const featuresOf = ({ description, description_fr }: PlanRow, language: string): string[] =>
  nowrap((language === 'fr' ? description_fr : description).split('|')).map((item) => item.trim());

/** Returns the features that all plans share. */
export const commonFeaturesOf = (plans: readonly PlanRow[] = [], language: string): string[] =>
  plans
    .slice(0, 1)
    .flatMap((plan) => featuresOf(plan, language))
    .filter((item) => plans.every((plan) => featuresOf(plan, language).includes(item)));

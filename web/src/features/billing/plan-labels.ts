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

/** Unit of a price, such as `excl. VAT per month`. */
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

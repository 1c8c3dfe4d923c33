import { useTranslation } from 'react-i18next';
import type { PlanRow } from '../../../../shared/contract/billing.ts';
import { unbroken } from '../../i18n/unbroken.ts';
import { useFormat } from '../../lib/use-format.ts';

const TITLES = {
  once: 'billing.pricing.credits',
  month: 'billing.pricing.creditsMonthly',
  year: 'billing.pricing.creditsYearly',
} as const;

/** Names a plan by the credits that it brings, and how often. */
export function usePlanTitle() {
  const { t } = useTranslation();
  return ({ interval, credits: count }: Pick<PlanRow, 'interval' | 'credits'>): string =>
    t(TITLES[interval], { count });
}

/** What is said beside a price: `excl. VAT per month`. */
export function usePriceUnit() {
  const { t } = useTranslation();
  return ({ vat, interval }: Pick<PlanRow, 'vat' | 'interval'>): string =>
    [
      vat === 'excluded' ? t('billing.pricing.price.excluded') : '',
      interval === 'once'
        ? ''
        : t(`billing.pricing.${interval === 'year' ? 'perYear' : 'perMonth'}`),
    ]
      .join(' ')
      .trim();
}

/** Names a sum, and whether VAT is to be added: `20 € excl. VAT`. */
export function usePrice() {
  const format = useFormat();
  const unitOf = usePriceUnit();
  return (cents: number, vat: PlanRow['vat'] = 'not_applicable'): string =>
    `${format.euros(cents)} ${unitOf({ vat, interval: 'once' })}`.trim();
}

/** What a plan brings, in words. */
export const itemsOf = ({ description, description_fr }: PlanRow, language: string): string[] =>
  unbroken((language === 'fr' ? description_fr : description).split('|')).map((item) =>
    item.trim(),
  );

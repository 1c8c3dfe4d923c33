import { useTranslation } from 'react-i18next';
import { PLAN_TYPE } from '../../../../shared/model/plan-type.ts';
import styles from './address-slider.module.css';
import type { Way } from './cheapest.ts';
import { usePlanTitle, usePrice } from './plan-words.ts';

interface Props {
  addresses: number;
  way: Way;
  /** The cheapest way without a subscription. */
  packs: Way;
}

/** Names the cheapest way to check so many addresses, and the one without a subscription. */
export function CheapestWay({ addresses, way, packs }: Props) {
  const { t, i18n } = useTranslation();
  const titleOf = usePlanTitle();
  const priceOf = usePrice();
  const left = way.credits - addresses;
  const words = ({ plans, cents }: Way): string => {
    const names = [...new Set(plans)].map((plan) => {
      const times = plans.filter((each) => each === plan).length;
      return times === 1 ? titleOf(plan) : `${times} × ${titleOf(plan)}`;
    });
    const list = new Intl.ListFormat(i18n.language).format(names);
    return t('billing.estimate.way', { list, price: priceOf(cents, plans[0]?.vat) });
  };
  return (
    <output className={styles.answer}>
      <span>{t('billing.estimate.cheapest', { count: addresses })}</span>
      <a className={styles.way} href={`#${way.plans[0]?.id}`}>
        {words(way)}
      </a>
      {left > 0 && <span>{t('billing.estimate.left', { count: left })}</span>}
      {way.plans.some(({ type }) => type === PLAN_TYPE.subscription) && (
        <span>{t('billing.estimate.withoutSubscription', { way: words(packs) })}</span>
      )}
    </output>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { PlanRow } from '../../../../shared/contract/billing.ts';
import { type PlanBasket, toCheckoutItems } from '../../../../shared/model/plans/cheapest-plans.ts';
import { PLAN_TYPE } from '../../../../shared/model/plans/plan-type.ts';
import { useApi } from '../../lib/api.ts';
import styles from './address-slider.module.css';
import { plansQuery, usePrice } from '../../lib/price.ts';
import { useCheckout } from '../../lib/use-checkout.ts';
import { Button } from '../../ui/button/button.tsx';
import { usePlanItemsText, usePlanTitle } from './plan-labels.ts';

interface Props {
  addresses: number;
  basket: PlanBasket<PlanRow>;
  packs: PlanBasket<PlanRow>;
  /** A basket with a subscription, if it is cheaper than the proposed basket. */
  cheaper: PlanBasket<PlanRow> | undefined;
}

export function CheapestOffer({ addresses, basket, packs, cheaper }: Props) {
  const { t } = useTranslation();
  const titleOf = usePlanTitle();
  const itemsText = usePlanItemsText();
  const priceOf = usePrice();
  const creditsLeft = basket.credits - addresses;
  const allPlans = useQueryClient().getQueryData(plansQuery(useApi()).queryKey);
  const [smallest] = (allPlans ?? [])
    .filter(({ type }) => type === PLAN_TYPE.credits)
    .toSorted((a, b) => a.credits - b.credits);
  const savedCents = smallest
    ? Math.ceil(addresses / smallest.credits) * smallest.price_cents - basket.cents
    : 0;
  const describeBasket = ({ plans, cents }: PlanBasket<PlanRow>): string => {
    const list = itemsText(toCheckoutItems(plans));
    return t('billing.estimate.way', { list, price: priceOf(cents, plans[0]?.vat) });
  };
  const checkout = useCheckout();
  const name = describeBasket(basket);
  const isSubscribed = basket.plans.some(({ type }) => type === PLAN_TYPE.subscription);
  return (
    <output className={styles.answer}>
      <span>
        {t(cheaper ? 'billing.estimate.once' : 'billing.estimate.cheapest', { count: addresses })}
      </span>
      <Button variant="primary" busy={checkout.isPending} onClick={() => checkout.mutate(basket)}>
        {t(`billing.pricing.${isSubscribed ? 'subscribeNamed' : 'buyNamed'}`, { name })}
      </Button>
      {basket.plans.length > 1 && smallest && savedCents > 0 && (
        <span>
          {t('billing.estimate.saved', {
            sum: priceOf(savedCents, smallest.vat),
            pack: titleOf(smallest),
          })}
        </span>
      )}
      {creditsLeft > 0 && <span>{t('billing.estimate.left', { count: creditsLeft })}</span>}
      {isSubscribed && (
        <span>{t('billing.estimate.withoutSubscription', { way: describeBasket(packs) })}</span>
      )}
      {cheaper && (
        <span>{t('billing.estimate.bySubscription', { way: describeBasket(cheaper) })}</span>
      )}
    </output>
  );
}

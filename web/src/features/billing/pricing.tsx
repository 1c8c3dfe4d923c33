import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { PLAN_TYPE, type PlanInterval } from '../../../../shared/model/plans/plan-type.ts';
import { useApi } from '../../lib/api.ts';
import { useMe } from '../../lib/me.ts';
import { plansQuery } from '../../lib/price.ts';
import { SegmentedControl } from '../../ui/form/choice.tsx';
import { LinkErrorNotice } from '../../ui/link-refusal.tsx';
import { QueryContent } from '../../ui/table/loaded.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { AddressSlider } from './address-slider.tsx';
import { MAX_ESTIMATED_ADDRESSES } from './address-scale.ts';
import { CheapestOffer } from './cheapest-offer.tsx';
import { findCheapestPlans } from '../../../../shared/model/plans/cheapest-plans.ts';
import { CommonFeatures, PlanGroup } from './plan-group.tsx';
import { commonFeaturesOf } from './plan-labels.ts';
import styles from './plans.module.css';

const DEFAULT_ADDRESSES = 10_000;

/** Reads the number of credits from the query of a link to this page (`?credits=N`). */
function useRequestedCredits(): number | undefined {
  const [query] = useSearchParams();
  const requestedCredits = Math.trunc(Number(query.get('credits')));
  return requestedCredits >= 1 ? Math.min(requestedCredits, MAX_ESTIMATED_ADDRESSES) : undefined;
}

/**
 * A link that asks for a number of credits implies a one-time need, so packs come first and are
 * proposed until the visitor chooses another number.
 * @param lists shows the lists that wait for credits
 */
export function Pricing({ lists }: { lists: ReactNode }) {
  const { t, i18n } = useTranslation();
  const { plan } = useMe();
  const plans = useQuery(plansQuery(useApi()));
  const requestedCredits = useRequestedCredits();
  const [addresses, setAddresses] = useState<number | undefined>(
    requestedCredits ?? DEFAULT_ADDRESSES,
  );
  const [chosen, setChosen] = useState<PlanInterval>();
  const rows = plans.data;
  const baskets = useMemo(
    () => (rows && addresses !== undefined ? findCheapestPlans(rows, addresses) : undefined),
    [rows, addresses],
  );
  // Propose only packs to subscribers, because a subscription would replace their current one.
  const basket = plan === null && addresses !== requestedCredits ? baskets?.any : baskets?.packs;
  const cheaper =
    plan === null && baskets && basket && baskets.any.cents < basket.cents
      ? baskets.any
      : undefined;
  const proposed = basket?.plans ?? [];
  const common = commonFeaturesOf(rows, i18n.language);
  const currentPlan = rows?.find(({ id }) => id === plan?.id);
  const subscriptions = rows?.filter(({ type }) => type === PLAN_TYPE.subscription) ?? [];
  const suggested = proposed.find(({ type }) => type === PLAN_TYPE.subscription) ?? currentPlan;
  const interval = chosen ?? suggested?.interval ?? 'month';
  const mark = t(cheaper ? 'billing.estimate.suggested' : 'billing.estimate.mark');
  const group = { current: plan?.id, common, proposed, mark };

  const subscriptionGroup = (
    <PlanGroup
      key="subscriptions"
      {...group}
      title={t('billing.pricing.subscriptions')}
      lead={t(
        interval === 'year'
          ? 'billing.pricing.subscriptionsYearlyLead'
          : 'billing.pricing.subscriptionsLead',
      )}
      aside={
        subscriptions.some((each) => each.interval === 'year') && (
          <SegmentedControl
            label={t('billing.pricing.interval')}
            options={[
              { value: 'month', name: t('billing.pricing.monthly') },
              { value: 'year', name: t('billing.pricing.yearly') },
            ]}
            chosen={interval}
            onChoose={setChosen}
          />
        )
      }
      plans={subscriptions.filter((each) => each.interval === interval)}
    />
  );
  const packGroup = (
    <PlanGroup
      key="packs"
      {...group}
      title={t('billing.pricing.packs')}
      lead={t('billing.pricing.packsLead')}
      plans={rows?.filter(({ type }) => type === PLAN_TYPE.credits) ?? []}
    />
  );
  return (
    <>
      <div>
        <PageHeading title={t('layout.pricing.title')} />
        <p>{t('billing.pricing.lead')}</p>
      </div>
      <LinkErrorNotice />
      {lists}
      <QueryContent query={plans} failed={t('billing.pricing.failed')}>
        <div className="panel">
          <AddressSlider
            addresses={addresses}
            onChange={(next) => {
              setAddresses(next);
              setChosen(undefined);
            }}
          />
          {baskets && basket && addresses !== undefined && (
            <CheapestOffer
              addresses={addresses}
              basket={basket}
              packs={baskets.packs}
              cheaper={cheaper}
            />
          )}
        </div>
        {rows === undefined ? (
          // Show a single placeholder, because the offer that appears above would move several
          // placeholders.
          <div className={styles.placeholder} aria-busy />
        ) : (
          <>
            {requestedCredits === undefined
              ? [subscriptionGroup, packGroup]
              : [packGroup, subscriptionGroup]}
            {common.length > 0 && <CommonFeatures items={common} />}
          </>
        )}
      </QueryContent>
      {plans.data?.[0] && <p>{t(`billing.pricing.vat.${plans.data[0].vat}`)}</p>}
    </>
  );
}

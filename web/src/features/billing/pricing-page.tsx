import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { PLAN_TYPE } from '../../../../shared/model/plan-type.ts';
import { useApi } from '../../lib/api.ts';
import { useMe } from '../../lib/me.ts';
import { LinkRefusal } from '../../ui/link-refusal.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { PlanGroup } from './plan-group.tsx';
import { plansQuery } from './queries.ts';

export function PricingPage() {
  const { t } = useTranslation();
  const { plan } = useMe();
  const plans = useQuery(plansQuery(useApi()));
  const ofType = (type: (typeof PLAN_TYPE)[keyof typeof PLAN_TYPE]) =>
    plans.data?.filter((each) => each.type === type);

  return (
    <>
      <div>
        <PageHeading title={t('billing.pricing.title')} />
        <p>{t('billing.pricing.lead')}</p>
      </div>
      <LinkRefusal />
      <Loaded query={plans} failed={t('billing.pricing.failed')}>
        <PlanGroup
          title={t('billing.pricing.subscriptions')}
          lead={t('billing.pricing.subscriptionsLead')}
          plans={ofType(PLAN_TYPE.subscription)}
          current={plan?.id}
        />
        <PlanGroup
          title={t('billing.pricing.packs')}
          lead={t('billing.pricing.packsLead')}
          plans={ofType(PLAN_TYPE.credits)}
          current={plan?.id}
        />
      </Loaded>
      <p>{t('billing.pricing.vat')}</p>
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { PLAN_TYPE } from '../../../../shared/model/plan-type.ts';
import { messageText } from '../../i18n/i18n.ts';
import { useApi } from '../../lib/api.ts';
import { useMe } from '../../lib/me.ts';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { PlanGroup } from './plan-group.tsx';
import { plansQuery } from './queries.ts';

export function PricingPage() {
  const { t } = useTranslation();
  const { plan } = useMe();
  const [query] = useSearchParams();
  const plans = useQuery(plansQuery(useApi()));
  const error = query.get('error');
  const ofType = (type: (typeof PLAN_TYPE)[keyof typeof PLAN_TYPE]) =>
    plans.data?.filter((each) => each.type === type);

  return (
    <>
      <div>
        <PageHeading title={t('billing.pricing.title')} />
        <p>{t('billing.pricing.lead')}</p>
      </div>
      {error !== null && (
        <div role="alert">
          <Notice tone="invalid">{messageText(refusalOf(error))}</Notice>
        </div>
      )}
      {plans.isError && plans.data === undefined ? (
        <LoadFailed
          text={t('billing.pricing.failed')}
          busy={plans.isFetching}
          onRetry={() => plans.refetch()}
        />
      ) : (
        <>
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
        </>
      )}
      <p>{t('billing.pricing.vat')}</p>
    </>
  );
}

/** The text of a code that a payment came back with; one that nobody knows has the general text. */
function refusalOf(code: string): string {
  const key = `error.${code}`;
  return messageText(key) === key ? 'error.payment_unavailable' : key;
}

import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../lib/api.ts';
import { useMe } from '../../lib/me.ts';
import { paths } from '../../lib/paths.ts';
import { useFormat } from '../../lib/use-format.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { PageButton } from '../../ui/link-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import styles from './plan-state.module.css';

type Plan = NonNullable<ReturnType<typeof useMe>['plan']>;

/** The plan that the customer has, how it goes on, and what can be done about it. */
export function PlanState() {
  const { t } = useTranslation();
  const { plan } = useMe();
  const portal = usePortal();
  if (plan === null) return null;
  const ends = plan.ends_at !== null;
  const go = (flow?: 'cancel') => ({
    busy: (portal.isPending || portal.isSuccess) && portal.variables === flow,
    onClick: () => portal.mutate(flow),
  });
  return (
    <Card title={t('billing.plan.title')}>
      {plan.past_due && (
        <Notice tone="invalid">
          <div className={styles.due}>
            <p>{t('billing.plan.pastDue')}</p>
            <Button {...go()}>{t('billing.plan.payNow')}</Button>
          </div>
        </Notice>
      )}
      <div className={styles.plan}>
        <div>
          <p className={styles.name}>{usePlanName(plan.id)}</p>
          <p className={styles.next}>
            <NextMonth plan={plan} />
          </p>
        </div>
        <div className={styles.actions}>
          <PageButton to={paths.pricing} variant="secondary">
            {t('billing.plan.change')}
          </PageButton>
          {ends ? (
            <Button {...go()}>{t('billing.plan.resume')}</Button>
          ) : (
            <Button variant="danger" {...go('cancel')}>
              {t('billing.invoices.cancel')}
            </Button>
          )}
        </div>
      </div>
    </Card>
  );
}

/** When the plan renews or ends, or which one begins with the next month. */
function NextMonth({ plan }: { plan: Plan }) {
  const { t } = useTranslation();
  const format = useFormat();
  const next = usePlanName(plan.changes_to ?? plan.id);
  if (plan.ends_at !== null) return t('billing.plan.ends', { date: format.date(plan.ends_at) });
  if (plan.renews_at === null || plan.past_due) return null;
  const date = format.date(plan.renews_at);
  return plan.changes_to === null
    ? t('billing.plan.renews', { date })
    : t('billing.plan.changes', { date, next });
}

/** The name of a monthly plan, `monthly_5000`, by the credits that it brings. */
function usePlanName(planId: string): string {
  const { t } = useTranslation();
  const count = Number(planId.split('_')[1]);
  return Number.isNaN(count) ? planId : t('billing.pricing.creditsMonthly', { count });
}

/** Leads to the payment provider's page about the subscription; it asks before it ends one. */
function usePortal() {
  const api = useApi();
  return useMutation({
    mutationFn: (flow: 'cancel' | undefined) =>
      api.subscription({ query: flow === undefined ? {} : { flow } }),
    onSuccess: ({ data }) => location.assign(data),
  });
}

import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { billingRoutes, type Renewal } from '../../../../shared/contract/billing.ts';
import { useApi } from '../../lib/api.ts';
import { useMe } from '../../lib/me.ts';
import { paths } from '../../lib/paths.ts';
import { useFormat } from '../../lib/use-format.ts';
import { Button } from '../../ui/button/button.tsx';
import { Card } from '../../ui/card.tsx';
import { PageButton } from '../../ui/button/link-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { parsePlanId, usePlanTitle } from './plan-labels.ts';
import { renewalQuery } from './queries.ts';
import styles from './plan-state.module.css';

type Plan = NonNullable<ReturnType<typeof useMe>['plan']>;

export function PlanState() {
  const { t } = useTranslation();
  const { plan } = useMe();
  const portal = usePortal();
  // Call the hook before the early return, because a plan may appear while the page is open.
  const name = usePlanName(plan?.id ?? '');
  if (plan === null) return null;
  const ends = plan.ends_at !== null;
  const portalButton = (flow?: 'cancel') => ({
    busy: (portal.isPending || portal.isSuccess) && portal.variables === flow,
    onClick: () => portal.mutate(flow),
  });
  return (
    <Card title={t('billing.plan.title')}>
      {plan.past_due && (
        <Notice tone="invalid">
          <div className={styles.due}>
            <p>{t('billing.plan.pastDue')}</p>
            <Button {...portalButton()}>{t('billing.plan.payNow')}</Button>
          </div>
        </Notice>
      )}
      <div className={`between ${styles.plan}`}>
        <div>
          <p className="headline">{name}</p>
          <p className="muted">
            <RenewalStatus plan={plan} />
          </p>
          <NextPayment plan={plan} />
        </div>
        <div className="wrap">
          <PageButton to={paths.pricing} variant="secondary">
            {t('billing.plan.change')}
          </PageButton>
          {plan.changes_to !== null && (
            <Button {...portalButton()}>{t('billing.plan.keep')}</Button>
          )}
          {ends ? (
            <Button {...portalButton()}>{t('billing.plan.resume')}</Button>
          ) : (
            <Button variant="danger" {...portalButton('cancel')}>
              {t('billing.invoices.cancel')}
            </Button>
          )}
        </div>
      </div>
    </Card>
  );
}

function RenewalStatus({ plan }: { plan: Plan }) {
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

/** Next payment and card, from Stripe. While loading, placeholders of the same height are shown. */
function NextPayment({ plan }: { plan: Plan }) {
  const { data, isPending } = useQuery(renewalQuery(useApi(), plan));
  const willRenew = plan.renews_at !== null && !plan.past_due;
  return (
    <>
      {(data?.next || (isPending && willRenew)) && (
        <p className="muted">{data?.next ? <Amount next={data.next} /> : '\u00a0'}</p>
      )}
      {(data?.card || isPending) && (
        <p className="muted">{data?.card ? <SavedCard card={data.card} /> : '\u00a0'}</p>
      )}
    </>
  );
}

function Amount({ next }: { next: NonNullable<Renewal['next']> }) {
  const { t } = useTranslation();
  const { euros } = useFormat();
  const { price_cents, total_cents, vat_cents } = next;
  const amount = t('billing.plan.next', { price: euros(price_cents) });
  // If the customer's balance at Stripe changes the amount, the VAT would not match it, so omit it.
  if (price_cents !== total_cents) return amount;
  const vat =
    vat_cents === 0
      ? t('billing.invoices.withoutVat')
      : t('billing.plan.vat', { vat: euros(vat_cents) });
  return `${amount} (${vat})`;
}

/** Names of Stripe's card brands (docs.stripe.com/api/payment_methods/object). */
const BRANDS: Readonly<Record<string, string>> = {
  amex: 'American Express',
  american_express: 'American Express',
  cartes_bancaires: 'Cartes Bancaires',
  mastercard: 'Mastercard',
  visa: 'Visa',
};

function SavedCard({ card }: { card: NonNullable<Renewal['card']> }) {
  const { t } = useTranslation();
  const { brand, last4, exp_month, exp_year } = card;
  const name = BRANDS[brand] ?? t('billing.plan.card');
  const expires = `${String(exp_month).padStart(2, '0')}/${exp_year}`;
  return (
    <>
      {name} <span aria-hidden>••••</span> {last4}, {t('billing.plan.expires', { expires })}
    </>
  );
}

/** Returns the display name of a subscription, derived from its id, such as `yearly_60000`. */
function usePlanName(planId: string): string {
  const titleOf = usePlanTitle();
  const plan = parsePlanId(planId);
  return Number.isNaN(plan.credits) ? planId : titleOf(plan);
}

/** With `cancel`, Stripe's customer portal asks whether to cancel the subscription. */
function usePortal() {
  const api = useApi();
  return useMutation({
    mutationFn: (flow: 'cancel' | undefined) =>
      api(billingRoutes.subscription, { query: flow === undefined ? {} : { flow } }),
    onSuccess: ({ data }) => location.assign(data),
  });
}

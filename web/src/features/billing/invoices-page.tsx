import { useTranslation } from 'react-i18next';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Fragment, useEffect, useState } from 'react';
import { generatePath, Link, useSearchParams } from 'react-router-dom';
import { Card } from '../../ui/card.tsx';
import { LinkErrorNotice } from '../../ui/link-refusal.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { PlanState } from './plan-state.tsx';
import { Transactions } from './transactions.tsx';
import { useApi } from '../../lib/api.ts';
import { useMay, useMe } from '../../lib/me.ts';
import { paths } from '../../lib/paths.ts';
import { PageButton } from '../../ui/button/link-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import styles from './plan-state.module.css';
import { startedListsQuery, billingsQuery } from './queries.ts';

/**
 * The page refreshes for five minutes, because the payment event usually arrives within seconds. If
 * the event is later, the customer gets an email when it arrives.
 */
const REFRESH_INTERVAL_MS = 2000;
const MAX_PENDING_REFRESHES = 150;
/**
 * Refreshes after the credits have arrived, because lists that were waiting for them start only
 * then.
 */
const FOLLOW_UP_REFRESHES = 10;
/** Values of the parameter `plan`, which the API adds to the return URL. */
const PLAN_CHANGES = ['changed', 'canceled'] as const;

/**
 * State of the purchase or plan change from which the customer has returned: a payment that is
 * still pending (`waits`), a change of plan or its cancellation, or a completed payment at `paidAt`
 * (ISO 8601).
 */
type PurchaseReturn =
  | { readonly kind: 'waits' | (typeof PLAN_CHANGES)[number] }
  | { readonly kind: 'paid'; readonly paidAt: string };

/**
 * Detects that the customer has returned from Stripe, and removes the parameters from the URL, so
 * that a reload shows nothing. The payment is complete once the history contains one made after the
 * payment page was opened.
 */
function usePurchaseReturn(): PurchaseReturn | undefined {
  const [query, setQuery] = useSearchParams();
  const [change] = useState(PLAN_CHANGES.find((each) => each === query.get('plan')));
  const [since] = useState(
    query.get('purchase') === 'ok' ? Number(query.get('since')) * 1000 : undefined,
  );
  const queries = useQueryClient();
  const latest = useQuery({
    ...billingsQuery(useApi(), { page: 1 }),
    enabled: since !== undefined,
  });
  const date = latest.data?.data[0]?.date;
  const paidAt =
    since !== undefined && date !== undefined && Date.parse(date) >= since ? date : undefined;

  useEffect(() => {
    if (!query.has('purchase') && !query.has('plan')) return;
    const remainingQuery = new URLSearchParams(query);
    for (const name of ['purchase', 'since', 'plan']) remainingQuery.delete(name);
    setQuery(remainingQuery, { replace: true });
  }, [query, setQuery]);

  const refreshes =
    since !== undefined && paidAt === undefined ? MAX_PENDING_REFRESHES : FOLLOW_UP_REFRESHES;
  useEffect(() => {
    if (since === undefined && change === undefined) return undefined;
    const refresh = (): void => {
      // Do not cancel a slow call: if each took longer than the interval, none would ever complete.
      for (const key of ['billings', 'started', 'me'])
        void queries.invalidateQueries({ queryKey: [key] }, { cancelRefetch: false });
    };
    // The credits of a payment exist as soon as the payment is in the history.
    if (refreshes === FOLLOW_UP_REFRESHES) refresh();
    let left = refreshes;
    const timer = setInterval(() => {
      left -= 1;
      if (left === 0) clearInterval(timer);
      refresh();
    }, REFRESH_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [since, change, refreshes, queries]);

  if (since === undefined) return change && { kind: change };
  return paidAt === undefined ? { kind: 'waits' } : { kind: 'paid', paidAt };
}

/** Shows a customer who has returned from Stripe the state of the purchase or plan change. */
function PurchaseThanks({
  purchaseReturn,
}: {
  readonly purchaseReturn: PurchaseReturn | undefined;
}) {
  const { t } = useTranslation();
  if (purchaseReturn === undefined) return null;
  return (
    <div role="status">
      <Notice tone={purchaseReturn.kind === 'waits' ? 'info' : 'valid'}>
        {purchaseReturn.kind === 'paid' ? (
          <Paid paidAt={purchaseReturn.paidAt} />
        ) : (
          t(`billing.invoices.${purchaseReturn.kind}`)
        )}
      </Notice>
    </div>
  );
}

function Paid({ paidAt }: { readonly paidAt: string }) {
  const { t } = useTranslation();
  const { available_credit: creditsLeft } = useMe();
  const may = useMay();
  const started = startedListsQuery(useApi(), may('viewer') ? paidAt : undefined);
  const lists = useQuery(started).data ?? [];
  const links = lists.map(({ id, name }) => ({ to: generatePath(paths.list, { id }), name }));
  const [first] = links;
  return (
    <div className={styles.due}>
      <p>
        {t('billing.invoices.thanks')}
        {first && ` ${t('billing.invoices.started', { count: links.length })} `}
        {links.map(({ to, name }, index) => (
          <Fragment key={to}>
            {index > 0 && ', '}
            <Link to={to}>{name}</Link>
          </Fragment>
        ))}
        {first && `. ${t('billing.invoices.left', { count: creditsLeft })}`}
      </p>
      {first && links.length === 1 && (
        <PageButton variant="primary" to={first.to}>
          {t('billing.invoices.open')}
        </PageButton>
      )}
    </div>
  );
}

export function InvoicesPage() {
  const { t } = useTranslation();
  const purchaseReturn = usePurchaseReturn();
  return (
    <>
      <PageHeading title={t('layout.invoices.title')} />
      <LinkErrorNotice />
      <PurchaseThanks purchaseReturn={purchaseReturn} />
      <PlanState />
      <Card title={t('billing.invoices.transactions')}>
        <Transactions isPaymentPending={purchaseReturn?.kind === 'waits'} />
      </Card>
    </>
  );
}

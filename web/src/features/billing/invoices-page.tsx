import { useTranslation } from 'react-i18next';
import { Card } from '../../ui/card.tsx';
import { LinkErrorNotice } from '../../ui/link-refusal.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { PlanState } from './plan-state.tsx';
import { usePurchaseReturn, type PurchaseReturn } from './use-purchase-return.ts';
import { Transactions } from './transactions.tsx';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { generatePath, Link } from 'react-router-dom';
import { useApi } from '../../lib/api.ts';
import { useMe } from '../../lib/me.ts';
import { paths } from '../../lib/paths.ts';
import { PageButton } from '../../ui/button/link-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import styles from './plan-state.module.css';
import { startedListsQuery } from './queries.ts';

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
  const lists = useQuery(startedListsQuery(useApi(), paidAt)).data ?? [];
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

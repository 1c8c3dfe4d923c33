import { useTranslation } from 'react-i18next';
import { Card } from '../../ui/card.tsx';
import { LinkErrorNotice } from '../../ui/link-refusal.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { PlanState } from './plan-state.tsx';
import { PurchaseThanks } from './purchase-thanks.tsx';
import { usePurchaseReturn } from './use-purchase-return.ts';
import { Transactions } from './transactions.tsx';

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

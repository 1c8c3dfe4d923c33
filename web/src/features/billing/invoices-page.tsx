import { useTranslation } from 'react-i18next';
import { useMe } from '../../lib/me.ts';
import { Card } from '../../ui/card.tsx';
import { LinkRefusal } from '../../ui/link-refusal.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { CancelSubscription } from './cancel-subscription.tsx';
import { PurchaseThanks } from './purchase-thanks.tsx';
import { Transactions } from './transactions.tsx';

export function InvoicesPage() {
  const { t } = useTranslation();
  const { plan } = useMe();
  return (
    <>
      <PageHeading title={t('billing.invoices.title')} />
      <LinkRefusal />
      <PurchaseThanks />
      <Card
        title={t('billing.invoices.transactions')}
        aside={plan !== null && <CancelSubscription />}
      >
        <Transactions />
      </Card>
    </>
  );
}

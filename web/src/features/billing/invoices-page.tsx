import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../lib/api.ts';
import { useMe } from '../../lib/me.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { LinkRefusal } from '../../ui/link-refusal.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
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

/** Leads to the payment provider's page that ends the subscription, which asks to confirm it. */
function CancelSubscription() {
  const { t } = useTranslation();
  const api = useApi();
  const cancel = useMutation({
    mutationFn: () => api.subscription({ query: { flow: 'cancel' } }),
    onSuccess: ({ data }) => location.assign(data),
  });
  return (
    <Button
      variant="danger"
      busy={cancel.isPending || cancel.isSuccess}
      onClick={() => cancel.mutate()}
    >
      {t('billing.invoices.cancel')}
    </Button>
  );
}

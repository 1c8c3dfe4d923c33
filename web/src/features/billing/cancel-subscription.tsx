import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../lib/api.ts';
import { Button } from '../../ui/button.tsx';

/** Leads to the payment provider's page that ends the subscription, which asks to confirm it. */
export function CancelSubscription() {
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

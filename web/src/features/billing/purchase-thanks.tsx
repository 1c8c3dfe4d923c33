import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { Notice } from '../../ui/notice.tsx';

/** The payment provider tells of a payment within seconds. */
const REFRESH_MS = 2000;
const REFRESHES = 10;

/** Thanks a customer who returns from a payment, and shows the new row once it is there. */
export function PurchaseThanks() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [query] = useSearchParams();
  const bought = query.get('purchase') === 'ok';

  useEffect(() => {
    if (!bought) return undefined;
    let left = REFRESHES;
    const timer = setInterval(() => {
      left -= 1;
      if (left === 0) clearInterval(timer);
      void queries.invalidateQueries({ queryKey: ['billings'] });
    }, REFRESH_MS);
    return () => clearInterval(timer);
  }, [bought, queries]);

  if (!bought) return null;
  return (
    <div role="status">
      <Notice tone="valid">{t('billing.invoices.thanks')}</Notice>
    </div>
  );
}

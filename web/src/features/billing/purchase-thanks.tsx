import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../lib/api.ts';
import { useMe } from '../../lib/me.ts';
import { Notice } from '../../ui/notice.tsx';
import { startedQuery } from './queries.ts';
import type { Return } from './use-return.ts';

/** Thanks a customer who returns from a payment, once its credits are there. */
export function PurchaseThanks({ back }: { readonly back: Return | undefined }) {
  const { t } = useTranslation();
  if (back === undefined) return null;
  return (
    <div role="status">
      {back.kind === 'paid' ? (
        <Notice tone="valid">
          {t('billing.invoices.thanks')} <StartedLists paidAt={back.paidAt} />
        </Notice>
      ) : (
        <Notice tone="info">{t(`billing.invoices.${back.kind}`)}</Notice>
      )}
    </div>
  );
}

/** Which lists had waited for the credits of a payment, and what they have left. */
function StartedLists({ paidAt }: { readonly paidAt: string }) {
  const { t, i18n } = useTranslation();
  const { available_credit: count } = useMe();
  const names = useQuery(startedQuery(useApi(), paidAt)).data ?? [];
  if (names.length === 0) return null;
  const lists = new Intl.ListFormat(i18n.language).format(names);
  return (
    <>
      {t('billing.invoices.started', { lists })} {t('billing.invoices.left', { count })}
    </>
  );
}

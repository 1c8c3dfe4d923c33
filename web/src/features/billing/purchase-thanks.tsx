import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { useApi } from '../../lib/api.ts';
import { useMe } from '../../lib/me.ts';
import { Notice } from '../../ui/notice.tsx';
import { billingsQuery, startedQuery } from './queries.ts';

/** The event of a payment comes within seconds. */
const REFRESH_MS = 2000;
const REFRESHES = 10;

type Return = 'bought' | 'changed';

/** What a customer comes back from, once: the address forgets it, so that a reload says nothing. */
function useReturn(): Return | undefined {
  const [query, setQuery] = useSearchParams();
  const [back] = useState<Return | undefined>(() => {
    if (query.get('purchase') === 'ok') return 'bought';
    return query.get('plan') === 'changed' ? 'changed' : undefined;
  });
  useEffect(() => {
    if (!query.has('purchase') && !query.has('plan')) return;
    const rest = new URLSearchParams(query);
    rest.delete('purchase');
    rest.delete('plan');
    setQuery(rest, { replace: true });
  }, [query, setQuery]);
  return back;
}

/** Thanks a customer who returns from a payment, and shows the new row once it is there. */
export function PurchaseThanks() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const back = useReturn();

  useEffect(() => {
    if (back === undefined) return undefined;
    let left = REFRESHES;
    const timer = setInterval(() => {
      left -= 1;
      if (left === 0) clearInterval(timer);
      for (const key of ['billings', 'started', 'me'])
        void queries.invalidateQueries({ queryKey: [key] });
    }, REFRESH_MS);
    return () => clearInterval(timer);
  }, [back, queries]);

  if (back === undefined) return null;
  return (
    <div role="status">
      {back === 'bought' ? (
        <Notice tone="valid">
          {t('billing.invoices.thanks')} <StartedLists />
        </Notice>
      ) : (
        <Notice tone="info">{t('billing.invoices.changed')}</Notice>
      )}
    </div>
  );
}

/** Which lists had waited for the credits of the last payment, and what they have left. */
function StartedLists() {
  const { t, i18n } = useTranslation();
  const { available_credit: count } = useMe();
  const api = useApi();
  const paidAt = useQuery(billingsQuery(api, { page: 1 })).data?.data[0]?.date;
  const names = useQuery(startedQuery(api, paidAt)).data ?? [];
  if (names.length === 0) return null;
  const lists = new Intl.ListFormat(i18n.language).format(names);
  return (
    <>
      {t('billing.invoices.started', { lists })} {t('billing.invoices.left', { count })}
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { generatePath, Link } from 'react-router-dom';
import { useApi } from '../../lib/api.ts';
import { useMe } from '../../lib/me.ts';
import { paths } from '../../lib/paths.ts';
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
  const { t } = useTranslation();
  const { available_credit: count } = useMe();
  const lists = useQuery(startedQuery(useApi(), paidAt)).data ?? [];
  if (lists.length === 0) return null;
  return (
    <>
      {t('billing.invoices.started', { count: lists.length })}{' '}
      {lists.map(({ id, name }, place) => (
        <Fragment key={id}>
          {place > 0 && ', '}
          <Link to={generatePath(paths.list, { id })}>{name}</Link>
        </Fragment>
      ))}
      . {t('billing.invoices.left', { count })}
    </>
  );
}

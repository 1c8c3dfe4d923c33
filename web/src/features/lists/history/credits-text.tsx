import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ListRow } from '../../../../../shared/contract/lists.ts';
import { CREDITS_PER_EMAIL } from '../../../../../shared/model/credits.ts';
import { useApi } from '../../../lib/api.ts';
import { useMe } from '../../../lib/me.ts';
import { detailsQuery } from './details-query.ts';

/** How many credits a paused list needs, and how many of them are missing. */
export function CreditsText({ row }: { row: ListRow }) {
  const { t } = useTranslation();
  const { available_credit: available } = useMe();
  const { data: list } = useQuery(detailsQuery(useApi(), row));
  // The row does not tell which addresses are free, so this is the most that they may cost.
  const needed = list?.credits_needed ?? row.total_email * CREDITS_PER_EMAIL;
  const missing = needed - available;
  return (
    <>
      {t('lists.details.needed', { count: needed })}{' '}
      {missing > 0 ? t('lists.details.missing', { count: missing }) : t('lists.details.enough')}
    </>
  );
}

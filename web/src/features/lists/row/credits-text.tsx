import { useTranslation } from 'react-i18next';
import type { ListSummary } from '../../../../../shared/contract/list-detail.ts';
import { CREDITS_PER_EMAIL } from '../../../../../shared/model/credits.ts';
import { useMe } from '../../../lib/me.ts';
import { useListDetails } from './list-query.ts';

export function useMissingCredits(row: ListSummary): number {
  const { available_credit: available } = useMe();
  const list = useListDetails(row);
  // Until the details are loaded, this is an upper limit: the row has no count of free addresses.
  const needed = list?.credits_needed ?? row.total_email * CREDITS_PER_EMAIL;
  return needed - available;
}

export function CreditsText({ row }: { row: ListSummary }) {
  const { t } = useTranslation();
  const missing = useMissingCredits(row);
  return missing > 0 ? t('lists.details.missing', { count: missing }) : t('lists.details.enough');
}

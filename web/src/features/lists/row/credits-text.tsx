import { useTranslation } from 'react-i18next';
import type { ListRow } from '../../../../../shared/contract/lists.ts';
import { CREDITS_PER_EMAIL } from '../../../../../shared/model/credits.ts';
import { useMe } from '../../../lib/me.ts';
import { useDetails } from './list-query.ts';

/** How many credits a paused list lacks. */
export function useMissing(row: ListRow): number {
  const { available_credit: available } = useMe();
  const list = useDetails(row);
  // The row does not tell which addresses are free, so this is the most that they may cost.
  const needed = list?.credits_needed ?? row.total_email * CREDITS_PER_EMAIL;
  return needed - available;
}

export function CreditsText({ row }: { row: ListRow }) {
  const { t } = useTranslation();
  const missing = useMissing(row);
  return missing > 0 ? t('lists.details.missing', { count: missing }) : t('lists.details.enough');
}

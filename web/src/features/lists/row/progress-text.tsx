import { useTranslation } from 'react-i18next';
import type { ListSummary } from '../../../../../shared/contract/list-detail.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { useListDetails } from './list-query.ts';
import { estimateRemainingTime } from './estimate.ts';

export function ProgressText({ row }: { row: ListSummary }) {
  const { t } = useTranslation();
  const format = useFormat();
  const list = useListDetails(row);
  const estimate = list && estimateRemainingTime(list);
  if (estimate === undefined) return t('lists.details.noRate');
  const { perMinute, earliest, latest } = estimate;
  const timeLeft =
    latest < 60
      ? t('lists.details.soon')
      : t('lists.details.left', { time: format.range(earliest, latest) });
  // Omit a rate below one address per minute, which could be rounded to zero.
  const rate = perMinute >= 1 && t('lists.details.rate', { count: Math.round(perMinute) });
  return (
    <>
      {timeLeft}
      <br />
      {rate}
    </>
  );
}

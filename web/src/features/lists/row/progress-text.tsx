import { useTranslation } from 'react-i18next';
import type { ListSummary, ListDetail } from '../../../../../shared/contract/list-detail.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { useListDetails } from './list-query.ts';

/**
 * Factors for the earliest and the latest completion time. Retries and domains with few connections
 * come last, so the last part of a list can take as long as everything before it.
 */
const EARLIEST_FACTOR = 0.5;
const LATEST_FACTOR = 3;

/**
 * Estimates the speed and the remaining time; undefined until the server knows the speed. Only uses
 * server times, because the browser's clock may be wrong. Malformed addresses take no time.
 * @returns addresses per minute, and the minimum and maximum number of seconds until the end
 */
export function estimateRemainingTime(
  list: Pick<ListDetail, 'eta' | 'start_date' | 'total_email' | 'processed' | 'reasons'>,
) {
  if (list.eta === null || list.start_date === null) return undefined;
  const seconds = (Date.parse(list.eta) - Date.parse(list.start_date)) / 1000;
  const { bad_syntax: badSyntax = 0 } = list.reasons;
  const verifiable = list.total_email - badSyntax;
  if (seconds <= 0 || verifiable <= 0) return undefined;
  const perSecond = verifiable / seconds;
  const elapsed = (list.processed - badSyntax) / perSecond;
  const secondsLeft = (list.total_email - list.processed) / perSecond;
  return {
    perMinute: 60 * perSecond,
    earliest: EARLIEST_FACTOR * secondsLeft,
    latest: LATEST_FACTOR * secondsLeft + elapsed,
  };
}

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

import type { ListDetail } from '../../../../../shared/contract/lists.ts';

/**
 * By how much the average may mislead. Addresses that are to be asked again, and domains that take
 * few connections, come last: the end of a list may last as long as all before it.
 */
const FASTER = 0.5;
const SLOWER = 3;

/**
 * How fast a list is verified and how long it will take; undefined while the server has no rate. It
 * compares moments of the server alone, so the clock of the browser may be wrong. Addresses of bad
 * syntax take no time.
 * @returns addresses per minute, and the seconds until the end at the earliest and at the latest
 */
export function estimateOf(
  list: Pick<ListDetail, 'eta' | 'start_date' | 'total_email' | 'processed' | 'reasons'>,
) {
  if (list.eta === null || list.start_date === null) return undefined;
  const seconds = (Date.parse(list.eta) - Date.parse(list.start_date)) / 1000;
  const { bad_syntax: badSyntax = 0 } = list.reasons;
  const asked = list.total_email - badSyntax;
  if (seconds <= 0 || asked <= 0) return undefined;
  const perSecond = asked / seconds;
  const elapsed = (list.processed - badSyntax) / perSecond;
  const left = (list.total_email - list.processed) / perSecond;
  return {
    perMinute: 60 * perSecond,
    earliest: FASTER * left,
    latest: SLOWER * left + elapsed,
  };
}

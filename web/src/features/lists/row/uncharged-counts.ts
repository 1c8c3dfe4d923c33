import type { ListDetail } from '../../../../../shared/contract/list-detail.ts';
import { CREDITS_PER_EMAIL } from '../../../../../shared/model/credits.ts';

type Counts = Pick<
  ListDetail,
  'processed' | 'unknown' | 'duplicates' | 'credits_charged' | 'reasons'
>;

/** Returns the nonzero counts of uncharged results. Some unknown results can have been charged. */
export function unchargedCounts(list: Counts) {
  const syntax = list.reasons.bad_syntax ?? 0;
  const unpaid = list.processed - syntax - list.credits_charged / CREDITS_PER_EMAIL;
  const kinds = [
    ['duplicates', list.duplicates],
    ['syntax', syntax],
    ['unknown', Math.min(list.unknown, unpaid)],
  ] as const;
  return kinds.filter(([, count]) => count > 0);
}

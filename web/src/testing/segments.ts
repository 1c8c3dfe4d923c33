import type { ListDetail } from '../../../shared/contract/list-detail.ts';
import type { RowsPage } from '../../../shared/contract/list-rows.ts';

/** The segments of a list without bounces; all duplicates are safe. */
export function segmentsOf(list: ListDetail): NonNullable<RowsPage['segments']> {
  const { valid, risky, unknown, duplicates, corrected, recheck } = list;
  const none = { duplicates: 0, bounced: 0 };
  const segments = [
    { include: 'safe', reason: 'accepted', score: 98, count: valid, duplicates, bounced: 0 },
    {
      ...none,
      include: 'corrected',
      reason: 'accepted',
      score: 98,
      count: corrected > 0 && recheck?.corrections ? recheck.valid : 0,
    },
    { ...none, include: 'risky', reason: 'catch_all', score: 70, count: Math.floor(risky / 2) },
    { ...none, include: 'risky', reason: 'catch_all', score: 44, count: Math.ceil(risky / 2) },
    { ...none, include: 'unknown', reason: 'greylisted', score: 66, count: unknown },
  ] as const;
  return segments.filter(({ count }) => count > 0);
}

import {
  KIND_BY_STATUS,
  VERDICT_REASONS,
  statusForReason,
} from '../../../../shared/model/verdict.ts';
import type { Breakdown } from '../../rules/breakdown.ts';
import type { List } from '../../rules/list.ts';
import type { ChangeCounter } from '../../rules/result/changes.ts';
import type { ReasonCounts } from '../../rules/verdict-counts.ts';

/** @returns changes to the list after the recheck, and the list's new counts by verdict */
export function mergeRecheckedCounts(
  list: List,
  recheck: List,
  breakdown: Breakdown,
  { previous }: Pick<ChangeCounter, 'previous'>,
) {
  const reasons: ReasonCounts = {};
  const counts = { valid: 0, invalid: 0, risky: 0, unknown: 0 };
  for (const reason of VERDICT_REASONS) {
    const before = list.reasons[reason];
    const now = (before ?? 0) - (previous[reason] ?? 0) + (recheck.reasons[reason] ?? 0);
    counts[KIND_BY_STATUS[statusForReason(reason)]] += now;
    // Also write counts that fell to zero.
    if (before !== undefined || now > 0) reasons[reason] = now;
  }
  const to: Partial<List> = {
    ...counts,
    reasons,
    shares: breakdown,
    result: recheck.listId,
  };
  return { to, counts };
}

import { VERDICT_REASONS, statusOf } from '../../../../shared/model/verdict.ts';
import { type List, newList, resultOf } from '../../rules/list.ts';
import { recheckId } from '../../rules/recheck-id.ts';
import type { Breakdown } from '../../rules/breakdown.ts';
import type { ReasonCounts } from '../../rules/tally.ts';

/**
 * The next recheck of a finished list: a list of its own, with the same life, reservation and
 * tasks. `by` is as in `Upload`, `now` in epoch milliseconds.
 */
export const newRecheck = (list: List, by: string, now: number, request?: string): List => ({
  ...newList(
    {
      userId: list.userId,
      listId: recheckId(list.listId, (list.rechecks ?? 0) + 1),
      name: list.name,
      sourceName: list.sourceName,
      createdAt: new Date(now).toISOString(),
      by,
    },
    now,
  ),
  total: list.unknown,
  recheckOf: { listId: list.listId, result: resultOf(list) },
  ...(request !== undefined && { request }),
});

/** What a recheck that ends makes of its list: its answers take the place of the unknown ones. */
export function rechecked(list: List, recheck: List, breakdown: Breakdown): Partial<List> {
  const { valid, invalid, risky } = recheck;
  const reasons: ReasonCounts = {};
  for (const reason of VERDICT_REASONS) {
    const before = list.reasons[reason];
    const now = recheck.reasons[reason];
    if (before === undefined && now === undefined) continue;
    reasons[reason] = (statusOf(reason) === 'unknown' ? 0 : (before ?? 0)) + (now ?? 0);
  }
  return {
    valid: list.valid + valid,
    invalid: list.invalid + invalid,
    risky: list.risky + risky,
    unknown: list.unknown - valid - invalid - risky,
    reasons,
    shares: breakdown,
    result: recheck.listId,
  };
}

import { KIND_OF, VERDICT_REASONS, statusOf } from '../../../../shared/model/verdict.ts';
import { type List, newList, resultOf } from '../../rules/list.ts';
import { recheckId } from '../../rules/recheck-id.ts';
import type { Breakdown } from '../../rules/breakdown.ts';
import type { ReasonCounts } from '../../rules/tally.ts';
import type { Changes } from './changes.ts';
import type { WatchSpan } from '../../rules/due-reasons.ts';

/** How a recheck is made. */
interface Begun {
  /** As in `Upload`, that of the list without it. */
  readonly by?: string;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Addresses it asks, as far as that is known before they are read. */
  readonly total: number;
  readonly request?: string | undefined;
  /** Of a watched list; without it the unknown rows are asked. */
  readonly span?: WatchSpan;
  /** Or of one that is edited. */
  readonly edits?: NonNullable<List['recheckOf']>['edits'];
}

/**
 * The next recheck of a finished list: a list of its own, with the same life, reservation and
 * tasks.
 */
export const newRecheck = (
  list: List,
  { by = list.by ?? 'web', now, total, request, span, edits }: Begun,
): List => ({
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
  total,
  recheckOf: {
    listId: list.listId,
    result: resultOf(list),
    ...(span && { span }),
    ...(edits && { edits }),
  },
  ...(request !== undefined && { request }),
});

/** What a recheck that ends makes of its list: its answers take the place of the former ones. */
export function rechecked(
  list: List,
  recheck: List,
  breakdown: Breakdown,
  { former, duplicates }: Pick<Changes, 'former' | 'duplicates'>,
) {
  const reasons: ReasonCounts = {};
  const counts = { valid: 0, invalid: 0, risky: 0, unknown: 0 };
  let total = 0;
  for (const reason of VERDICT_REASONS) {
    const before = list.reasons[reason];
    const now = (before ?? 0) - (former[reason] ?? 0) + (recheck.reasons[reason] ?? 0);
    counts[KIND_OF[statusOf(reason)]] += now;
    total += now;
    // One that nobody has any more has to be written, too.
    if (before !== undefined || now > 0) reasons[reason] = now;
  }
  const to: Partial<List> = {
    ...counts,
    total,
    processed: total,
    badSyntax: reasons.bad_syntax ?? 0,
    duplicates: list.duplicates - duplicates.removed,
    reasons,
    shares: breakdown,
    result: recheck.listId,
  };
  return { to, counts };
}

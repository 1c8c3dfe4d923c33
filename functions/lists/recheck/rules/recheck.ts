import {
  KIND_OF,
  VERDICT_KINDS,
  VERDICT_REASONS,
  statusOf,
} from '../../../../shared/model/verdict.ts';
import { type List, newList, resultOf } from '../../rules/list.ts';
import { recheckId } from '../../rules/recheck-id.ts';
import type { Breakdown } from '../../rules/breakdown.ts';
import type { ReasonCounts } from '../../rules/tally.ts';
import type { createChanges } from './changes.ts';
import type { WatchSpan } from '../../rules/due-reasons.ts';

/** How a recheck is made. */
interface Begun {
  /** As in `Upload`. */
  readonly by: string;
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
export const newRecheck = (list: List, { by, now, total, request, span, edits }: Begun): List => ({
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
  former: ReturnType<typeof createChanges>['former'],
) {
  const reasons: ReasonCounts = {};
  const { valid, invalid, risky, unknown } = list;
  const counts = { valid, invalid, risky, unknown };
  for (const kind of VERDICT_KINDS) counts[kind] += recheck[kind];
  for (const reason of VERDICT_REASONS) {
    const [before = 0, asked = 0, now = 0] = [
      list.reasons[reason],
      former[reason],
      recheck.reasons[reason],
    ];
    counts[KIND_OF[statusOf(reason)]] -= asked;
    if (before + now > 0) reasons[reason] = before - asked + now;
  }
  const total = counts.valid + counts.invalid + counts.risky + counts.unknown;
  const badSyntax = list.badSyntax + recheck.badSyntax - (former.bad_syntax ?? 0);
  const edited = recheck.recheckOf?.edits?.to ?? list.edited;
  const to: Partial<List> = {
    ...counts,
    total,
    processed: total,
    badSyntax,
    reasons,
    shares: breakdown,
    result: recheck.listId,
    ...(edited !== undefined && { edited }),
  };
  return { to, counts };
}

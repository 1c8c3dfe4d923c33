import { type List, newList, resultOf } from '../../rules/list.ts';
import { recheckId } from '../../rules/recheck-id.ts';
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

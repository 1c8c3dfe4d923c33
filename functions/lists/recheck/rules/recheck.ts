import { type List, newList, resultIdOf } from '../../rules/list.ts';
import { formatRecheckId } from '../../rules/recheck-id.ts';
import type { WatchSpan } from '../../rules/due-reasons.ts';

interface RecheckOptions {
  /** `web` or the last characters of an API key. Defaults to the requester of the list. */
  readonly by?: string;
  /** Epoch milliseconds. */
  readonly now: number;
  /** The number of addresses to verify. An estimate until the result is read. */
  readonly total: number;
  readonly request?: string | undefined;
  /**
   * The period that the check of a watched list covers. If `span` and `corrections` are missing,
   * the unknown rows are rechecked.
   */
  readonly span?: WatchSpan;
  /** Whether to verify the suggested corrections, instead of rechecking rows. */
  readonly corrections?: boolean;
}

/** Creates a recheck, which is a separate list with its own states, reservation and tasks. */
export const newRecheck = (
  list: List,
  { by = list.by ?? 'web', now, total, request, span, corrections }: RecheckOptions,
): List => ({
  ...newList(
    {
      userId: list.userId,
      listId: formatRecheckId(list.listId, (list.rechecks ?? 0) + 1),
      name: list.name,
      sourceName: list.sourceName,
      createdAt: new Date(now).toISOString(),
      by,
    },
    now,
  ),
  total,
  resultBytes: list.resultBytes,
  recheckOf: {
    listId: list.listId,
    result: resultIdOf(list),
    ...(span && { span }),
    ...(corrections && { corrections }),
  },
  ...(request !== undefined && { request }),
});

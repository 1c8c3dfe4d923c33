import { LIST_STATUS } from '../../../shared/model/list-status.ts';
import { resultPrefix, workPrefix } from '../rules/blob-keys.ts';
import { type List, resultIdOf } from '../rules/list.ts';
import { getRunningRecheck } from '../recheck/recheck-list.ts';
import { LATE_WRITE_GRACE_MS } from '../rules/retention.ts';
import { getActiveWatch } from '../rules/watch.ts';
import { recheckWatchedList } from '../watch/recheck-watched-list.ts';
import type { ListResumer } from './list-resumer.ts';
import { isOlderThan, type ReviewListDeps } from './review.ts';

/**
 * Cleans up after a list or a recheck, then starts a recheck that is due for the list:
 * 1. Deletes the list's work objects and completion records.
 * 2. While workers may still write, starts lists that wait for credits, because unused credits were
 *    released, and stops here.
 * 3. After a recheck, deletes the result that is no longer needed.
 * 4. Deletes edits that an earlier version stored.
 * 5. Starts the next recheck for the watch of the list.
 * @returns whether the list needs no further review
 */
export async function reviewEndedList(
  deps: ReviewListDeps,
  resumer: ListResumer,
  list: List,
): Promise<boolean> {
  const { userId, listId, recheckOf } = list;
  await deps.blobs.deleteAll(workPrefix(listId));
  await deps.tasks.deleteAll(listId);
  if (!isOlderThan(deps, list.touchedAt, LATE_WRITE_GRACE_MS)) {
    await resumer.resumeWaiting(userId);
    return false;
  }
  if (recheckOf) await cleanUpRecheck(deps, list, recheckOf);
  // During a deployment, a run of the earlier version may still read the edits of a running recheck.
  if (!(await getRunningRecheck(deps, list)))
    await deps.lists.deleteEdits(userId, recheckOf?.listId ?? listId);
  const watch = getActiveWatch(list);
  if (watch) await recheckWatchedList(deps, resumer.isActive, list, watch);
  return list.mailDue === null && !watch;
}

/**
 * Deletes the result that an ended recheck made obsolete: the previous result, or its own if it was
 * canceled. Rechecks of earlier versions may have finished without replacing the result.
 */
async function cleanUpRecheck(
  { blobs, lists }: ReviewListDeps,
  { userId, listId, status }: List,
  { listId: parentListId, result }: NonNullable<List['recheckOf']>,
): Promise<void> {
  const parent = await lists.get(userId, parentListId);
  const isReplaced = status === LIST_STATUS.finished && !(parent && resultIdOf(parent) === result);
  await blobs.deleteAll(resultPrefix(isReplaced ? result : listId));
}

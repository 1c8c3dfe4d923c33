import { LIST_STATUS, isFinalStatus } from '../../../shared/model/list-status.ts';
import { resultPrefix, workPrefix } from '../rules/blob-keys.ts';
import { type List, hasNoChanges } from '../rules/list.ts';
import { previousRecheckId } from '../rules/recheck-id.ts';
import { LATE_WRITE_GRACE_MS } from '../rules/retention.ts';
import { getActiveWatch } from '../rules/watch.ts';
import { recheckWatchedList } from '../watch/recheck-watched-list.ts';
import { applyEdits } from '../watch/edit-list.ts';
import type { ListResumer } from './list-resumer.ts';
import { isOlderThan, type ReviewListDeps } from './review.ts';

/**
 * Cleans up after a list or a recheck, then starts a recheck that is due for the list:
 * 1. Deletes the list's work objects and completion records.
 * 2. While workers may still write, starts lists that wait for credits, because unused credits were
 *    released, and stops here.
 * 3. After a recheck, deletes the result and the edits that are no longer needed.
 * 4. Starts the next recheck for edits or for the watch of the list.
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
  if (recheckOf) await cleanUpRecheck(deps, resumer, list, recheckOf);
  await applyEdits(deps, userId, listId);
  const watch = getActiveWatch(list);
  if (watch) await recheckWatchedList(deps, resumer.isActive, list, watch);
  return list.mailDue === null && !watch && list.editedAt === undefined;
}

/**
 * Deletes the result that an ended recheck made obsolete: the previous result, or its own if it was
 * canceled or its edits changed nothing. Also deletes its edits and, if it is finished, the
 * previous recheck if that was for edits.
 */
async function cleanUpRecheck(
  deps: ReviewListDeps,
  resumer: ListResumer,
  { userId, listId, status, changes }: List,
  { listId: parentListId, result, edits }: NonNullable<List['recheckOf']>,
): Promise<void> {
  const isFinished = status === LIST_STATUS.finished;
  const isReplaced = isFinished && !(edits && changes && hasNoChanges(changes));
  await deps.blobs.deleteAll(resultPrefix(isReplaced ? result : listId));
  if (isFinished) await deletePreviousEditRecheck(deps, resumer, userId, previousRecheckId(listId));
  if (edits) await deps.lists.deleteEdits(userId, parentListId, edits.to);
}

/** Keeps only the last recheck for edits: hourly edits would leave thousands of rechecks. */
async function deletePreviousEditRecheck(
  deps: ReviewListDeps,
  resumer: ListResumer,
  userId: string,
  recheckId: string,
): Promise<void> {
  const recheck = await deps.lists.get(userId, recheckId);
  if (!recheck?.recheckOf?.edits || !isFinalStatus(recheck.status)) return;
  if (await reviewEndedList(deps, resumer, recheck)) await deps.lists.deleteRecheckItem(recheck);
}

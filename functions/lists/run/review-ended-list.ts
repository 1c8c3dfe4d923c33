import { LIST_STATUS, isFinal } from '../../../shared/model/list-status.ts';
import { resultPrefix, workPrefix } from '../rules/blob-keys.ts';
import type { List } from '../rules/list.ts';
import { recheckBefore } from '../rules/recheck-id.ts';
import { LATE_WRITE_MS } from '../rules/retention.ts';
import { activeWatch } from '../rules/watch.ts';
import { checkAgain } from '../watch/check-again.ts';
import { applyEdits } from '../watch/edit-list.ts';
import type { ResumeOnce } from './resume-once.ts';
import { isOlder, type ReviewDeps } from './review.ts';

/**
 * Cleans up after a list or a recheck, then begins what is due on the list:
 * 1. Its work is deleted: all but its result.
 * 2. As long as a worker may still write, other lists only get the credits that it has not used.
 * 3. A recheck deletes the result and the edits that are no longer needed.
 * 4. Edits and the watch of the list begin the next recheck.
 * @returns whether nothing of this can happen any more
 */
export async function reviewEndedList(
  deps: ReviewDeps,
  resumeOnce: ResumeOnce,
  list: List,
): Promise<boolean> {
  const { userId, listId, recheckOf } = list;
  await deps.blobs.deleteAll(workPrefix(listId));
  await deps.tasks.deleteAll(listId);
  if (!isOlder(deps, list.touchedAt, LATE_WRITE_MS)) {
    await resumeOnce.waiting(userId);
    return false;
  }
  if (recheckOf) await cleanUpRecheck(deps, resumeOnce, list, recheckOf);
  await applyEdits(deps, userId, listId);
  const watch = activeWatch(list);
  if (watch) await checkAgain(deps, resumeOnce.isActive, list, watch);
  return list.mailDue === null && !watch && list.editedAt === undefined;
}

/** A finished recheck has replaced the former result; a canceled one leaves its own unfinished. */
async function cleanUpRecheck(
  deps: ReviewDeps,
  resumeOnce: ResumeOnce,
  { userId, listId, status }: List,
  { listId: ofList, result, edits }: NonNullable<List['recheckOf']>,
): Promise<void> {
  const isFinished = status === LIST_STATUS.finished;
  await deps.blobs.deleteAll(resultPrefix(isFinished ? result : listId));
  if (isFinished) await forgetFormerEdits(deps, resumeOnce, userId, recheckBefore(listId));
  if (edits) await deps.lists.deleteEdits(userId, ofList, edits.to);
}

/** Only the last recheck for edits is kept: a customer who edits each hour would have thousands. */
async function forgetFormerEdits(
  deps: ReviewDeps,
  resumeOnce: ResumeOnce,
  userId: string,
  recheckId: string,
): Promise<void> {
  const recheck = await deps.lists.get(userId, recheckId);
  if (!recheck?.recheckOf?.edits || !isFinal(recheck.status)) return;
  if (await reviewEndedList(deps, resumeOnce, recheck)) await deps.lists.forgetRecheck(recheck);
}

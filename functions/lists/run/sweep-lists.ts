import { LIST_STATUS, isFinal } from '../../../shared/model/list-status.ts';
import type { ReviewEach } from '../../platform/schedule/run-sweeps.ts';
import { prefixesOf, resultPrefix, uploadKeyOf, workPrefix } from '../rules/blob-keys.ts';
import { type List, awaitsCredits, awaitsOwner, isRunning } from '../rules/list.ts';
import { type PendingList, nextReview } from '../rules/next-review.ts';
import { ANNOUNCED_MS, LATE_WRITE_MS, PAUSED_MS } from '../rules/retention.ts';
import { timeoutsOf } from '../rules/timeouts.ts';
import { pause, touch } from '../rules/transitions.ts';
import { applyEdits } from '../watch/edit-list.ts';
import { checkAgain } from '../watch/check-again.ts';
import { recheckBefore } from '../rules/recheck-id.ts';
import { activeWatch } from '../rules/watch.ts';
import { notifyOwner, type NotifyDeps } from './notify-owner.ts';
import type { ListsDeps } from '../deps.ts';
import { createResumeOnce, type ResumeOnce } from './resume-once.ts';
import { cancelList } from './run-on-list.ts';
import { sendLostTasks } from './send-lost-tasks.ts';

type ReviewDeps = NotifyDeps &
  Pick<ListsDeps, 'blobs' | 'clock' | 'env' | 'log' | 'mailJournal' | 'queues' | 'tasks'>;

const isOlder = ({ clock }: ReviewDeps, since: number, timeoutMs: number): boolean =>
  clock.now() - since >= timeoutMs;

/** Puts right what a lost message, a killed worker or a failed mail has left. */
export async function sweepLists(deps: ReviewDeps, reviewEach: ReviewEach): Promise<void> {
  const resumeOnce = createResumeOnce(deps);
  const due = deps.lists.pendingItems(deps.clock.now());
  await reviewEach(due, (list) => reviewList(deps, resumeOnce, list));
}

/**
 * Reviews a list that is due. When to review it again is noted first: a list that ends this process
 * each time does not come first in each run. So whatever is done here is done again at the next
 * review, should it be cut off.
 */
async function reviewList(
  deps: ReviewDeps,
  resumeOnce: ResumeOnce,
  pending: PendingList,
): Promise<void> {
  const { userId, listId, deleted } = pending;
  const list = deleted ? undefined : await deps.lists.get(userId, listId);
  const due = nextReview(pending, list, deps.clock.now(), timeoutsOf(deps.env.TIME_SCALE));
  const scheduled = await deps.lists.scheduleReview(pending, due);
  const isAtRest = list
    ? reviewState(deps, resumeOnce, list)
    : deleted
      ? reviewDeleted(deps, resumeOnce, pending)
      : reviewExpected(deps, pending);
  if (await isAtRest) await deps.lists.endReview(scheduled);
}

/** True where nothing will happen to the list any more, as below. */
async function reviewState(deps: ReviewDeps, resumeOnce: ResumeOnce, list: List): Promise<boolean> {
  if (list.mailDue !== null) await reviewMail(deps, list, list.mailDue);
  if (isFinal(list.status)) return reviewEnded(deps, resumeOnce, list);
  if (isRunning(list)) await reviewRunning(deps, resumeOnce, list);
  else if (list.status === LIST_STATUS.paused) await reviewPaused(deps, resumeOnce, list);
  else await reviewUnread(deps, list);
  return false;
}

/** Every trace of the list goes. */
async function reviewDeleted(
  deps: ReviewDeps,
  resumeOnce: ResumeOnce,
  { userId, listId, since }: PendingList,
): Promise<boolean> {
  await deps.blobs.delete(uploadKeyOf(userId, listId));
  for (const prefix of prefixesOf(userId, listId)) await deps.blobs.deleteAll(prefix);
  await deps.tasks.deleteAll(listId);
  await deps.lists.deleteEdits(userId, listId);
  for (const recheck of await deps.lists.rechecksOf(userId, listId)) {
    await deps.tasks.deleteAll(recheck.listId);
    await deps.lists.forgetRecheck(recheck);
  }
  if (isOlder(deps, since, LATE_WRITE_MS)) return true;
  await resumeOnce.waiting(userId);
  return false;
}

/** What a list that has ended no longer needs: all but its result. */
async function deleteWork({ tasks, blobs }: ReviewDeps, listId: string): Promise<void> {
  await blobs.deleteAll(workPrefix(listId));
  await tasks.deleteAll(listId);
}

/** An upload that was announced: its notification was lost, or it never came. */
async function reviewExpected(
  deps: ReviewDeps,
  { userId, listId, since }: PendingList,
): Promise<boolean> {
  if (!(await deps.lists.expectsUpload(userId, listId)))
    // It has arrived since the list was looked for, or its list is gone.
    return (await deps.lists.get(userId, listId)) === undefined;
  if (!isOlder(deps, since, timeoutsOf(deps.env.TIME_SCALE).notificationMs)) return false;
  if ((await deps.blobs.size(uploadKeyOf(userId, listId))) !== undefined) {
    await deps.queues.sendList({ kind: 'ingest', v: 1, userId, listId });
    return false;
  }
  if (!isOlder(deps, since, ANNOUNCED_MS)) return false;
  return deps.lists.expireUpload(userId, listId);
}

/** A mail that has been sent, or neither left nor was given up, as far as anybody noted. */
async function reviewMail(deps: ReviewDeps, list: List, mailId: string): Promise<void> {
  if (await deps.mailJournal.has(mailId))
    return deps.lists.clearMailDue(list.userId, list.listId, mailId);
  if (!isOlder(deps, list.touchedAt, timeoutsOf(deps.env.TIME_SCALE).messageMs)) return;
  await deps.lists.update(list, touch(list, deps.clock.now()));
  await notifyOwner(deps, list);
}

async function reviewUnread(deps: ReviewDeps, list: List): Promise<void> {
  if (!isOlder(deps, list.touchedAt, timeoutsOf(deps.env.TIME_SCALE).messageMs)) return;
  const { userId, listId } = list;
  await deps.lists.update(list, touch(list, deps.clock.now()));
  await deps.queues.sendList({ kind: 'ingest', v: 1, userId, listId });
}

/** A list may have started while its owner was made inactive, or the message of that may be lost. */
async function reviewRunning(deps: ReviewDeps, resumeOnce: ResumeOnce, list: List): Promise<void> {
  if (!(await resumeOnce.isActive(list.userId))) {
    await deps.lists.update(list, pause(list, 'account_inactive', deps.clock.now()));
    return;
  }
  await sendOverdue(deps, list);
}

/** What a list goes on with that made no progress for as long as a message may take. */
async function sendOverdue(deps: ReviewDeps, list: List): Promise<void> {
  const { messageMs } = timeoutsOf(deps.env.TIME_SCALE);
  if (!isOlder(deps, list.touchedAt, messageMs)) return;
  const { userId, listId } = list;
  await deps.lists.update(list, touch(list, deps.clock.now()));
  if (list.open === 0) await deps.queues.sendFinalize({ kind: 'finalize', v: 1, userId, listId });
  else await sendLostTasks(deps, list, messageMs);
}

/** Lists that end or are deleted return credits too, and the message of a grant may be lost. */
async function reviewPaused(deps: ReviewDeps, resumeOnce: ResumeOnce, list: List): Promise<void> {
  if (awaitsOwner(list)) await resumeOnce.resumePaused(list.userId);
  if (!awaitsCredits(list)) return;
  if (isOlder(deps, list.touchedAt, PAUSED_MS)) return cancelList(deps, list, 'paused_too_long');
  await resumeOnce.waitingFor(list);
  if (list.open > 0) await sendOverdue(deps, list);
}

/** The result that a recheck has replaced, or the one that it has begun and never finished. */
const deleteUnused = (
  { blobs }: ReviewDeps,
  { status, listId }: List,
  former: string,
): Promise<void> =>
  blobs.deleteAll(resultPrefix(status === LIST_STATUS.finished ? former : listId));

/** Of the rechecks for edits the last is told of: who edits each hour would have thousands. */
async function forgetEdits(
  deps: ReviewDeps,
  resumeOnce: ResumeOnce,
  userId: string,
  recheckId: string,
): Promise<void> {
  const recheck = await deps.lists.get(userId, recheckId);
  if (!recheck?.recheckOf?.edits || !isFinal(recheck.status)) return;
  if (await reviewEnded(deps, resumeOnce, recheck)) await deps.lists.forgetRecheck(recheck);
}

/** What a list has not used is free again, and where it was first in line others are now. */
async function reviewEnded(deps: ReviewDeps, resumeOnce: ResumeOnce, list: List): Promise<boolean> {
  await deleteWork(deps, list.listId);
  if (!isOlder(deps, list.touchedAt, LATE_WRITE_MS)) {
    await resumeOnce.waiting(list.userId);
    return false;
  }
  const { userId, recheckOf } = list;
  if (recheckOf) {
    await deleteUnused(deps, list, recheckOf.result);
    // One that was cancelled has left the result to the recheck before it.
    if (list.status === LIST_STATUS.finished)
      await forgetEdits(deps, resumeOnce, userId, recheckBefore(list.listId));
  }
  if (recheckOf?.edits) await deps.lists.deleteEdits(userId, recheckOf.listId, recheckOf.edits.to);
  await applyEdits(deps, userId, list.listId);
  const watch = activeWatch(list);
  if (watch) await checkAgain(deps, resumeOnce.isActive, list, watch);
  return list.mailDue === null && !watch && list.editedAt === undefined;
}

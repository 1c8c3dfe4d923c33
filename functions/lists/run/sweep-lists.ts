import { DAY_MS } from '../../../shared/model/duration.ts';
import { isFinalStatus, LIST_STATUS } from '../../../shared/model/list-status.ts';
import type { ReviewEach } from '../../platform/schedule/run-sweeps.ts';
import {
  type List,
  awaitsContacts,
  awaitsCredits,
  awaitsActiveOwner,
  isAtDailyLimit,
  hasOpenPreview,
  isRunning,
  resultIdOf,
} from '../rules/list.ts';
import { type PendingList, computeNextReviewTime } from '../rules/next-review.ts';
import { createListResumer, type ListResumer } from './list-resumer.ts';
import {
  isAnswer,
  listBlobPrefixes,
  uploadBlobKey,
  resultPrefix,
  workPrefixes,
} from '../rules/blob-keys.ts';
import { UPLOAD_EXPIRY_MS, LATE_WRITE_GRACE_MS, MAX_PAUSED_MS } from '../rules/retention.ts';
import { pause, recordProgress } from '../rules/transitions.ts';
import { notifyOwner, type NotifyOwnerDeps } from './notify-owner.ts';
import { cancelIfLost } from './cancel-if-lost.ts';
import { cancelList } from './run-on-list.ts';
import { resendLostTasks } from './resend-lost-tasks.ts';
import { getRunningRecheck, sendRecheck } from '../recheck/recheck-list.ts';
import { getActiveWatch } from '../rules/watch.ts';
import { endCheck } from '../watch/stop-list-watch.ts';
import { recheckWatchedList } from '../watch/recheck-watched-list.ts';
import type { ListsDeps } from '../deps.ts';
import { type MessageTimeouts, scaleTimeouts } from '../rules/timeouts.ts';

/** Repairs the effects of lost messages, killed workers and failed emails. */
export async function sweepLists(deps: ReviewListDeps, reviewEach: ReviewEach): Promise<void> {
  const resumer = createListResumer(deps);
  const due = deps.lists.pendingItems(deps.clock.now());
  await reviewEach(due, (pending) => reviewPending(deps, resumer, pending));
}

/**
 * Reviews a list that is due, in this order:
 * 1. Schedules the next review, which also serves as a retry if this review is interrupted. This
 *    comes first, so that a list whose review crashes the process does not come first in every run.
 * 2. Does what the list needs now.
 * 3. Deletes the entry if the list will never need a review again.
 */
async function reviewPending(
  deps: ReviewListDeps,
  resumer: ListResumer,
  pending: PendingList,
): Promise<void> {
  const { userId, listId, deleted } = pending;
  const list = deleted ? undefined : await deps.lists.get(userId, listId);
  const due = computeNextReviewTime(pending, list, deps.clock.now(), getScaledTimeouts(deps));
  const scheduled = await deps.lists.scheduleReview(pending, due);
  if (await review(deps, resumer, pending, list)) await deps.lists.endReview(scheduled);
}

/** @returns whether the list will never need another review */
async function review(
  deps: ReviewListDeps,
  resumer: ListResumer,
  pending: PendingList,
  list: List | undefined,
): Promise<boolean> {
  if (pending.deleted) return purgeDeletedList(deps, resumer, pending);
  if (!list) return reviewUpload(deps, pending);
  if (list.mailDue !== null) await reconcileDueMail(deps, list, list.mailDue);
  if (isFinalStatus(list.status)) return reviewEndedList(deps, resumer, list);
  await cancelIfLost(deps, list, () => reviewActiveList(deps, resumer, list));
  return false;
}

/** Returns whether the list needs no further review: workers can no longer write its data. */
async function purgeDeletedList(
  deps: ReviewListDeps,
  resumer: ListResumer,
  { userId, listId, since }: PendingList,
): Promise<boolean> {
  const { blobs, bouncedAddresses, lists, tasks } = deps;
  await blobs.delete(uploadBlobKey(userId, listId));
  await deleteObjects(deps, listBlobPrefixes(userId, listId));
  await tasks.deleteAll(listId);
  await lists.deleteEdits(userId, listId);
  for (const recheck of await lists.rechecksOf(userId, listId)) {
    await tasks.deleteAll(recheck.listId);
    await lists.deleteRecheckItem(recheck);
  }
  if (!isOlderThan(deps, since, LATE_WRITE_GRACE_MS)) {
    await resumer.resumeWaiting(userId);
    return false;
  }
  await bouncedAddresses.remove(userId, { listId });
  return true;
}

/**
 * Deletes all objects with these prefixes. Answers of the engine are only emptied, because an empty
 * answer prevents late messages of its task from contacting a server.
 */
async function deleteObjects(
  { blobs }: Pick<ReviewListDeps, 'blobs'>,
  prefixes: readonly string[],
): Promise<void> {
  for (const prefix of prefixes)
    if (isAnswer(prefix)) {
      for (const { key, size } of await blobs.list(prefix)) if (size > 0) await blobs.put(key, '');
    } else {
      await blobs.deleteAll(prefix);
    }
}

/**
 * Ingests an upload whose S3 event was lost, or expires it.
 * @returns whether the upload needs no further review
 */
async function reviewUpload(
  deps: ReviewListDeps,
  { userId, listId, since }: PendingList,
): Promise<boolean> {
  const { blobs, lists, queues } = deps;
  if (!(await lists.expectsUpload(userId, listId)))
    // The file arrived after the list was looked up, or the upload was deleted.
    return (await lists.get(userId, listId)) === undefined;
  if (!isOlderThan(deps, since, getScaledTimeouts(deps).notificationMs)) return false;
  if ((await blobs.size(uploadBlobKey(userId, listId))) !== undefined) {
    await queues.sendList({ kind: 'ingest', v: 1, userId, listId });
    return false;
  }
  // An import may wait for a new key as long as a list may wait for credits.
  const what = isOlderThan(deps, since, MAX_PAUSED_MS) ? 'any' : 'files';
  return isOlderThan(deps, since, UPLOAD_EXPIRY_MS) && lists.expireUpload(userId, listId, what);
}

/** Clears a due email if it was sent or abandoned, or resends it if it is overdue. */
async function reconcileDueMail(deps: ReviewListDeps, list: List, mailId: string): Promise<void> {
  if (await deps.mailJournal.has(mailId))
    await deps.lists.clearMailDue(list.userId, list.listId, mailId);
  else if (!hasOpenPreview(list) && (await restartTimeoutIfOverdue(deps, list)))
    await notifyOwner(deps, list);
}

async function reviewActiveList(
  deps: ReviewListDeps,
  resumer: ListResumer,
  list: List,
): Promise<void> {
  if (list.recheckOf?.edits) await cancelList(deps, list, 'processing_failed');
  else if (isRunning(list)) await reviewRunning(deps, resumer, list);
  else if (list.status === LIST_STATUS.paused) await reviewPaused(deps, resumer, list);
  else await reviewNotIngested(deps, list);
}

/** Returns whether a list made no progress for the message timeout; if so, restarts the timeout. */
async function restartTimeoutIfOverdue(deps: ReviewListDeps, list: List): Promise<boolean> {
  if (!isOlderThan(deps, list.touchedAt, getScaledTimeouts(deps).messageMs)) return false;
  await deps.lists.update(list, recordProgress(list, deps.clock.now()));
  return true;
}

async function reviewNotIngested(deps: ReviewListDeps, list: List): Promise<void> {
  // A check waits for the key of a connection no longer than for credits, and only while its list
  // is watched.
  if (awaitsContacts(list)) {
    const watched = await deps.lists.get(list.userId, list.recheckOf?.listId ?? '');
    const isOverdue = isOlderThan(deps, Date.parse(list.createdAt), MAX_PAUSED_MS);
    if (isOverdue || !watched || !getActiveWatch(watched))
      return endCheck(deps, list, 'connection_failed');
  }
  if (await restartTimeoutIfOverdue(deps, list)) await sendRecheck(deps, list);
}

/** Resends lost messages, or pauses a list whose owner was deactivated as it was starting. */
async function reviewRunning(
  deps: ReviewListDeps,
  resumer: ListResumer,
  list: List,
): Promise<void> {
  if (await resumer.isActive(list.userId)) await resendOverdue(deps, list);
  else await deps.lists.update(list, pause(list, 'account_inactive', deps.clock.now()));
}

/**
 * Resumes a paused list if possible. A grant sends a message that resumes lists, but the message
 * may be lost. Lists that finish or are deleted release credits without a message.
 */
async function reviewPaused(deps: ReviewListDeps, resumer: ListResumer, list: List): Promise<void> {
  // An earlier version paused lists without this record.
  await deps.lists.recordPaused(list);
  if (awaitsActiveOwner(list) || isAtDailyLimit(list)) await resumer.resumePaused(list.userId);
  if (isOlderThan(deps, list.touchedAt, MAX_PAUSED_MS))
    return cancelList(deps, list, 'paused_too_long');
  if (!awaitsCredits(list)) return;
  await resumer.resumeIfAffordable(list);
  const { messageMs } = getScaledTimeouts(deps);
  // A preview does not restart the timeout, because this would also extend the wait.
  if (list.open === 0 || !isOlderThan(deps, list.touchedAt, messageMs)) return;
  if (await resumer.isActive(list.userId)) await resendLostTasks(deps, list, messageMs);
}

async function resendOverdue(deps: ReviewListDeps, list: List): Promise<void> {
  const { userId, listId, bookedAt = list.touchedAt } = list;
  if (list.open > 0 && isOlderThan(deps, bookedAt, DAY_MS))
    deps.log.alarm('list_stands_still', 'none of its tasks was completed for a day', {
      list: listId,
    });
  if (!(await restartTimeoutIfOverdue(deps, list))) return;
  if (list.open === 0) await deps.queues.sendFinalize({ kind: 'finalize', v: 1, userId, listId });
  else await resendLostTasks(deps, list, getScaledTimeouts(deps).messageMs);
}

/**
 * Cleans up after a list or a recheck, then starts a recheck that is due for the list:
 * 1. Deletes the list's work objects and completion records and, if the list was canceled after it
 *    finished, its results.
 * 2. After the check of imported contacts, has its verdicts applied. A repeated message has no effect.
 * 3. While workers may still write, starts lists that wait for credits, because unused credits were
 *    released, and stops here.
 * 4. After a recheck, deletes the result that is no longer needed.
 * 5. Deletes edits that an earlier version stored.
 * 6. Starts the next recheck for the watch of the list.
 * @returns whether the list needs no further review
 */
async function reviewEndedList(
  deps: ReviewListDeps,
  resumer: ListResumer,
  list: List,
): Promise<boolean> {
  const { userId, listId, recheckOf, creditsReturned } = list;
  const prefixes =
    creditsReturned === undefined ? workPrefixes(userId, listId) : listBlobPrefixes(userId, listId);
  await deleteObjects(deps, prefixes);
  await deps.tasks.deleteAll(listId);
  if (recheckOf?.contacts && list.status === LIST_STATUS.finished)
    await deps.queues.sendWatch({ kind: 'watch', v: 1, userId, checkId: listId });
  if (!isOlderThan(deps, list.touchedAt, LATE_WRITE_GRACE_MS)) {
    await resumer.resumeWaiting(userId);
    return false;
  }
  if (recheckOf) await cleanUpRecheck(deps, list, recheckOf);
  // Keep the edits of a running recheck: during a deployment, the earlier version may still read
  // them.
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

type ReviewListDeps = NotifyOwnerDeps &
  Pick<
    ListsDeps,
    'blobs' | 'bouncedAddresses' | 'clock' | 'env' | 'log' | 'mailJournal' | 'queues' | 'tasks'
  >;

const isOlderThan = (
  { clock }: Pick<ReviewListDeps, 'clock'>,
  since: number,
  timeoutMs: number,
): boolean => clock.now() - since >= timeoutMs;

const getScaledTimeouts = ({ env }: Pick<ReviewListDeps, 'env'>): MessageTimeouts =>
  scaleTimeouts(env.TIME_SCALE);

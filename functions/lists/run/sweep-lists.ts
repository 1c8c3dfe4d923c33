import { isFinalStatus } from '../../../shared/model/list-status.ts';
import type { ReviewEach } from '../../platform/schedule/run-sweeps.ts';
import type { List } from '../rules/list.ts';
import { type PendingList, computeNextReviewTime } from '../rules/next-review.ts';
import { createListResumer, type ListResumer } from './list-resumer.ts';
import { type ReviewListDeps, getScaledTimeouts, isOlderThan } from './review.ts';
import { reviewActiveList, reconcileDueMail } from './review-active-list.ts';
import { reviewEndedList } from './review-ended-list.ts';
import { listBlobPrefixes, uploadBlobKey } from '../rules/blob-keys.ts';
import { UPLOAD_EXPIRY_MS, LATE_WRITE_GRACE_MS } from '../rules/retention.ts';

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
  await reviewActiveList(deps, resumer, list);
  return false;
}

/**
 * Deletes everything stored for a deleted list.
 * @returns whether the list needs no further review, because workers can no longer write its data
 */
async function purgeDeletedList(
  deps: ReviewListDeps,
  resumer: ListResumer,
  { userId, listId, since }: PendingList,
): Promise<boolean> {
  const { blobs, bouncedAddresses, lists, tasks } = deps;
  await blobs.delete(uploadBlobKey(userId, listId));
  for (const prefix of listBlobPrefixes(userId, listId)) await blobs.deleteAll(prefix);
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
  return isOlderThan(deps, since, UPLOAD_EXPIRY_MS) && lists.expireUpload(userId, listId);
}

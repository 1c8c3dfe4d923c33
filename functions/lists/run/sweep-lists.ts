import { isFinalStatus } from '../../../shared/model/list-status.ts';
import type { ReviewEach } from '../../platform/schedule/run-sweeps.ts';
import type { List } from '../rules/list.ts';
import { type PendingList, computeNextReviewTime } from '../rules/next-review.ts';
import { createListResumer, type ListResumer } from './list-resumer.ts';
import { type ReviewListDeps, getScaledTimeouts } from './review.ts';
import { reviewActiveList, reconcileDueMail } from './review-active-list.ts';
import { reviewEndedList } from './review-ended-list.ts';
import { purgeDeletedList, reviewUpload } from './review-without-list.ts';

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

import { LIST_STATUS } from '../../../shared/model/list-status.ts';
import {
  type List,
  awaitsCredits,
  awaitsActiveOwner,
  isAtDailyLimit,
  hasOpenPreview,
  isRunning,
} from '../rules/list.ts';
import { MAX_PAUSED_MS } from '../rules/retention.ts';
import { pause, recordProgress } from '../rules/transitions.ts';
import { notifyOwner } from './notify-owner.ts';
import type { ListResumer } from './list-resumer.ts';
import { isOlderThan, type ReviewListDeps, getScaledTimeouts } from './review.ts';
import { cancelList } from './run-on-list.ts';
import { resendLostTasks } from './resend-lost-tasks.ts';

/** Clears a due email if it was sent or abandoned, or resends it if it is overdue. */
export async function reconcileDueMail(
  deps: ReviewListDeps,
  list: List,
  mailId: string,
): Promise<void> {
  if (await deps.mailJournal.has(mailId))
    await deps.lists.clearMailDue(list.userId, list.listId, mailId);
  else if (!hasOpenPreview(list) && (await restartTimeoutIfOverdue(deps, list)))
    await notifyOwner(deps, list);
}

export async function reviewActiveList(
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
  const { userId, listId } = list;
  if (await restartTimeoutIfOverdue(deps, list))
    await deps.queues.sendList({ kind: 'ingest', v: 1, userId, listId });
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
 * may be lost. Lists that end or are deleted release credits without a message.
 */
async function reviewPaused(deps: ReviewListDeps, resumer: ListResumer, list: List): Promise<void> {
  if (awaitsActiveOwner(list) || isAtDailyLimit(list)) await resumer.resumePaused(list.userId);
  if (!awaitsCredits(list)) return;
  if (isOlderThan(deps, list.touchedAt, MAX_PAUSED_MS))
    return cancelList(deps, list, 'paused_too_long');
  await resumer.resumeIfAffordable(list);
  const { messageMs } = getScaledTimeouts(deps);
  // A preview does not restart the timeout, because this would also postpone the end of the wait.
  if (list.open === 0 || !isOlderThan(deps, list.touchedAt, messageMs)) return;
  if (await resumer.isActive(list.userId)) await resendLostTasks(deps, list, messageMs);
}

async function resendOverdue(deps: ReviewListDeps, list: List): Promise<void> {
  const { userId, listId } = list;
  if (!(await restartTimeoutIfOverdue(deps, list))) return;
  if (list.open === 0) await deps.queues.sendFinalize({ kind: 'finalize', v: 1, userId, listId });
  else await resendLostTasks(deps, list, getScaledTimeouts(deps).messageMs);
}

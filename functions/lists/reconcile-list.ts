import { LIST_STATUS } from '../../shared/model/list-status.ts';
import { uploadKeyOf } from './rules/blob-keys.ts';
import { type List, awaitsCredits, isRunning, isStopped } from './rules/list.ts';
import { nextLook } from './rules/next-look.ts';
import { patienceOf } from './rules/patience.ts';
import { ANNOUNCED_MS, LATE_WRITE_MS, PAUSED_MS } from './rules/retention.ts';
import { cleanUp, dropWork } from './clean-up.ts';
import { notifyOwner, type NotifyDeps } from './notify-owner.ts';
import type { Blobs } from '../platform/s3/blobs.ts';
import type { PendingList, PipelineEnv, Queues, Tasks } from './ports.ts';
import type { MailJournal } from '../mail/ports.ts';
import type { Log } from '../platform/log.ts';
import type { Clock } from '../platform/clock.ts';
import type { ResumeOnce } from './resume-once.ts';
import { sendLostTasks } from './send-lost-tasks.ts';

export interface ReconcileListDeps extends NotifyDeps {
  readonly blobs: Blobs;
  readonly tasks: Tasks;
  readonly queues: Queues;
  readonly mailJournal: MailJournal;
  readonly clock: Clock;
  readonly log: Log;
  readonly env: PipelineEnv;
}

const isOlder = ({ clock }: ReconcileListDeps, since: number, patienceMs: number): boolean =>
  clock.now() - since >= patienceMs;

/**
 * Looks at a list that is due. When to look again is noted first: a list that ends this process
 * each time does not come first in each run. So whatever is done here is done again at the next
 * look, should it be cut off.
 */
export async function reconcileList(
  deps: ReconcileListDeps,
  resumeOnce: ResumeOnce,
  pending: PendingList,
): Promise<void> {
  const { userId, listId, deleted } = pending;
  const list = deleted ? undefined : await deps.lists.get(userId, listId);
  const due = nextLook(pending, list, deps.clock.now(), patienceOf(deps.env.TIME_SCALE));
  const noted = await deps.lists.postpone(pending, due);
  const seen = list
    ? reconcileState(deps, resumeOnce, list)
    : deleted
      ? reconcileDeleted(deps, resumeOnce, pending)
      : reconcileExpected(deps, pending);
  if (await seen) await deps.lists.forget(noted);
}

/** True where nothing will happen to the list any more, as below. */
async function reconcileState(
  deps: ReconcileListDeps,
  resumeOnce: ResumeOnce,
  list: List,
): Promise<boolean> {
  if (list.mailDue !== null) await reconcileMail(deps, list, list.mailDue);
  switch (list.status) {
    case LIST_STATUS.waiting:
    case LIST_STATUS.initialization:
      await reconcileUnread(deps, list);
      return false;
    case LIST_STATUS.wait_on_queue:
    case LIST_STATUS.working:
      await reconcileRunning(deps, resumeOnce, list);
      return false;
    case LIST_STATUS.paused:
      await reconcilePaused(deps, resumeOnce, list);
      return false;
    case LIST_STATUS.canceled:
    case LIST_STATUS.finished:
      return reconcileFinal(deps, resumeOnce, list);
  }
}

async function reconcileDeleted(
  deps: ReconcileListDeps,
  resumeOnce: ResumeOnce,
  { userId, listId, since }: PendingList,
): Promise<boolean> {
  await cleanUp(deps, userId, listId);
  if (isOlder(deps, since, LATE_WRITE_MS)) return true;
  await resumeOnce.waiting(userId);
  return false;
}

/** An upload that was announced: its notification was lost, or it never came. */
async function reconcileExpected(
  deps: ReconcileListDeps,
  { userId, listId, since }: PendingList,
): Promise<boolean> {
  if (!(await deps.lists.expects(userId, listId))) {
    // It has arrived since the list was looked for, or its list is gone.
    return (await deps.lists.get(userId, listId)) === undefined;
  }
  if (!isOlder(deps, since, patienceOf(deps.env.TIME_SCALE).notificationMs)) return false;
  if ((await deps.blobs.size(uploadKeyOf(userId, listId))) !== undefined) {
    await deps.queues.sendList({ kind: 'ingest', v: 1, userId, listId });
    return false;
  }
  if (!isOlder(deps, since, ANNOUNCED_MS)) return false;
  await deps.lists.drop(userId, listId);
  return true;
}

/** A mail that has been sent, or neither left nor was given up, as far as anybody noted. */
async function reconcileMail(deps: ReconcileListDeps, list: List, mailId: string): Promise<void> {
  if (await deps.mailJournal.has(mailId))
    return deps.lists.clearMailDue(list.userId, list.listId, mailId);
  if (!isOlder(deps, list.touchedAt, patienceOf(deps.env.TIME_SCALE).messageMs)) return;
  await deps.lists.touch(list, deps.clock.now());
  await notifyOwner(deps, list);
}

async function reconcileUnread(deps: ReconcileListDeps, list: List): Promise<void> {
  if (!isOlder(deps, list.touchedAt, patienceOf(deps.env.TIME_SCALE).messageMs)) return;
  const { userId, listId } = list;
  await deps.lists.touch(list, deps.clock.now());
  await deps.queues.sendList({ kind: 'ingest', v: 1, userId, listId });
}

/** A list may have started while its owner was made inactive, or the word of that may be lost. */
async function reconcileRunning(
  deps: ReconcileListDeps,
  resumeOnce: ResumeOnce,
  list: List,
): Promise<void> {
  if (!(await resumeOnce.isActive(list.userId))) {
    await deps.lists.stop(list, deps.clock.now());
    return;
  }
  const { messageMs } = patienceOf(deps.env.TIME_SCALE);
  if (!isRunning(list) || !isOlder(deps, list.touchedAt, messageMs)) return;
  const { userId, listId } = list;
  await deps.lists.touch(list, deps.clock.now());
  if (list.open === 0) await deps.queues.sendFinalize({ kind: 'finalize', v: 1, userId, listId });
  else await sendLostTasks(deps, list, messageMs);
}

/** Credits also come back from lists that end or are deleted, and the word of a grant may be lost. */
async function reconcilePaused(
  deps: ReconcileListDeps,
  resumeOnce: ResumeOnce,
  list: List,
): Promise<void> {
  if (isStopped(list)) await resumeOnce.stopped(list.userId);
  if (!awaitsCredits(list)) return;
  if (!isOlder(deps, list.touchedAt, PAUSED_MS)) {
    await resumeOnce.waitingFor(list);
    return;
  }
  const canceled = await deps.lists.cancel(list, 'paused_too_long', deps.clock.now());
  if (canceled) await notifyOwner(deps, canceled);
}

/** What a list has not used is free again, and where it was first in line others are now. */
async function reconcileFinal(
  deps: ReconcileListDeps,
  resumeOnce: ResumeOnce,
  list: List,
): Promise<boolean> {
  await dropWork(deps, list.listId);
  if (!isOlder(deps, list.touchedAt, LATE_WRITE_MS)) {
    await resumeOnce.waiting(list.userId);
    return false;
  }
  return list.mailDue === null;
}

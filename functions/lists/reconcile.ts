import { LIST_STATUS } from '../../shared/model/list-status.ts';
import { uploadKeyOf } from './rules/blob-keys.ts';
import { type List, awaitsCredits, creditsNeeded, isRunning, isStopped } from './rules/list.ts';
import { ANNOUNCED_MS, PAUSED_MS } from './rules/retention.ts';
import { cleanUp, dropWork } from './clean-up.ts';
import { notifyOwner, type NotifyDeps } from './notify-owner.ts';
import { ownerIsActive } from './owner-is-active.ts';
import { resumeStoppedLists } from './resume-stopped-lists.ts';
import type { Blobs } from '../platform/s3/blobs.ts';
import type { Checks, PendingCheck } from '../checks/ports.ts';
import type { PendingList, PipelineEnv, Queues, Tasks } from './ports.ts';
import type { MailJournal } from '../mail/ports.ts';
import type { Log } from '../platform/log.ts';
import type { Clock } from '../platform/clock.ts';
import { sendLostTasks } from './send-lost-tasks.ts';

export interface ReconcileDeps extends NotifyDeps {
  readonly blobs: Blobs;
  readonly tasks: Tasks;
  readonly checks: Checks;
  readonly queues: Queues;
  readonly mailJournal: MailJournal;
  readonly clock: Clock;
  readonly log: Log;
  readonly env: PipelineEnv;
}

const MINUTE_MS = 60_000;
/** After this long without progress a message counts as lost. */
const LOST_MS = 15 * MINUTE_MS;
/** However fast simulated time goes, a task takes real seconds. */
const LEAST_PATIENCE_MS = 20_000;
/** A notification of the bucket takes seconds, rarely a minute. */
const NOTIFICATION_MS = 2 * MINUTE_MS;
/** A single check is over after the time-out of its function; this is well behind it. */
const CHECK_MS = 2 * MINUTE_MS;
/** Longer than any worker may run: after that nobody writes objects of a deleted list. */
const LATE_WRITE_MS = 20 * MINUTE_MS;

/**
 * Looks after everything that is not at rest and puts right what a lost message, a killed worker
 * or a failed mail left. An item that fails does not keep the others waiting.
 * @returns how many items there were, and how many failed
 */
export async function reconcile(deps: ReconcileDeps): Promise<{ pending: number; failed: number }> {
  const count = { pending: 0, failed: 0 };
  const attempt = async (userId: string, work: () => Promise<void>): Promise<void> => {
    count.pending += 1;
    try {
      await work();
    } catch (error) {
      count.failed += 1;
      deps.log.error('reconcile_failed', error, { user: userId });
    }
  };
  for await (const list of deps.lists.pendingItems())
    await attempt(list.userId, () => reconcileList(deps, list));
  for await (const check of deps.checks.pendingItems())
    await attempt(check.userId, () => reconcileCheck(deps, check));
  return count;
}

const isOlder = ({ clock }: ReconcileDeps, since: number, patienceMs: number): boolean =>
  clock.now() - since > patienceMs;

/** A patience for messages, which simulated time shortens; processes and days it does not. */
const scaled = ({ env }: ReconcileDeps, patienceMs: number): number =>
  Math.min(patienceMs, Math.max(LEAST_PATIENCE_MS, patienceMs / env.TIME_SCALE));

async function reconcileCheck(deps: ReconcileDeps, check: PendingCheck): Promise<void> {
  if (isOlder(deps, check.since, CHECK_MS)) await deps.checks.undo(check.userId, check.requestId);
}

async function reconcileList(deps: ReconcileDeps, pending: PendingList): Promise<void> {
  const { userId, listId } = pending;
  if (pending.deleted) return reconcileDeleted(deps, pending);
  const list = await deps.lists.get(userId, listId);
  if (!list) return reconcileExpected(deps, pending);
  if (list.mailDue !== null) await reconcileMail(deps, list, list.mailDue);
  switch (list.status) {
    case LIST_STATUS.waiting:
    case LIST_STATUS.initialization:
      return reconcileUnread(deps, list);
    case LIST_STATUS.wait_on_queue:
    case LIST_STATUS.working:
      return reconcileRunning(deps, list);
    case LIST_STATUS.paused:
      return reconcilePaused(deps, list);
    case LIST_STATUS.canceled:
    case LIST_STATUS.finished:
      return reconcileFinal(deps, list, pending);
  }
}

async function reconcileDeleted(deps: ReconcileDeps, pending: PendingList): Promise<void> {
  await cleanUp(deps, pending.userId, pending.listId);
  if (isOlder(deps, pending.since, LATE_WRITE_MS)) await deps.lists.forget(pending);
}

/** An upload that was announced: its notification was lost, or it never came. */
async function reconcileExpected(deps: ReconcileDeps, pending: PendingList): Promise<void> {
  const { userId, listId, since } = pending;
  if (!isOlder(deps, since, scaled(deps, NOTIFICATION_MS))) return;
  if ((await deps.blobs.size(uploadKeyOf(userId, listId))) !== undefined)
    return deps.queues.sendList({ kind: 'ingest', v: 1, userId, listId });
  if (!isOlder(deps, since, ANNOUNCED_MS)) return;
  await deps.lists.drop(userId, listId);
  await deps.lists.forget(pending);
}

/** A mail that has been sent, or neither left nor was given up, as far as anybody noted. */
async function reconcileMail(deps: ReconcileDeps, list: List, mailId: string): Promise<void> {
  if (await deps.mailJournal.has(mailId))
    return deps.lists.clearMailDue(list.userId, list.listId, mailId);
  if (!isOlder(deps, list.touchedAt, scaled(deps, LOST_MS))) return;
  await deps.lists.touch(list, deps.clock.now());
  await notifyOwner(deps, list);
}

async function reconcileUnread(deps: ReconcileDeps, list: List): Promise<void> {
  if (!isOlder(deps, list.touchedAt, scaled(deps, LOST_MS))) return;
  const { userId, listId } = list;
  await deps.lists.touch(list, deps.clock.now());
  await deps.queues.sendList({ kind: 'ingest', v: 1, userId, listId });
}

/** A list may have started while its owner was made inactive, or the word of that may be lost. */
async function reconcileRunning(deps: ReconcileDeps, list: List): Promise<void> {
  if (!(await ownerIsActive(deps, list.userId))) {
    await deps.lists.stop(list, deps.clock.now());
    return;
  }
  if (!isRunning(list) || !isOlder(deps, list.touchedAt, scaled(deps, LOST_MS))) return;
  const { userId, listId } = list;
  await deps.lists.touch(list, deps.clock.now());
  if (list.open === 0) await deps.queues.sendFinalize({ kind: 'finalize', v: 1, userId, listId });
  else await sendLostTasks(deps, list, scaled(deps, LOST_MS));
}

/** Credits also come back from lists that end or are deleted, and the word of a grant may be lost. */
async function reconcilePaused(deps: ReconcileDeps, list: List): Promise<void> {
  if (isStopped(list) && (await ownerIsActive(deps, list.userId)))
    await resumeStoppedLists(deps, list.userId);
  if (!awaitsCredits(list)) return;
  if (isOlder(deps, list.touchedAt, PAUSED_MS)) {
    const canceled = await deps.lists.cancel(list, 'paused_too_long', deps.clock.now());
    if (canceled) await notifyOwner(deps, canceled);
    return;
  }
  const { userId } = list;
  const { available } = await deps.ledger.balance(userId);
  if (available >= creditsNeeded(list) && (await ownerIsActive(deps, userId)))
    await deps.queues.sendList({ kind: 'resume', v: 1, userId });
}

async function reconcileFinal(
  deps: ReconcileDeps,
  list: List,
  pending: PendingList,
): Promise<void> {
  await dropWork(deps, list.listId);
  if (list.mailDue === null && isOlder(deps, list.touchedAt, LATE_WRITE_MS))
    await deps.lists.forget(pending);
}

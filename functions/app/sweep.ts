import { LIST_STATUS } from '../../shared/model/list-status.ts';
import { uploadKeyOf } from '../domain/list/blob-keys.ts';
import { type List, awaitsCredits, creditsNeeded, isRunning } from '../domain/list/list.ts';
import { ANNOUNCED_MS, PAUSED_MS } from '../domain/list/retention.ts';
import { cleanUp, dropWork } from './clean-up.ts';
import { notifyOwner, type NotifyDeps } from './notify-owner.ts';
import type { Blobs } from './ports/blobs.ts';
import type { Checks } from './ports/checks.ts';
import type { Work } from './ports/lists.ts';
import type { Log } from './ports/log.ts';
import type { PipelineEnv } from './ports/pipeline-env.ts';
import type { Clock } from './ports/system.ts';
import type { Tasks } from './ports/tasks.ts';
import { sendLostTasks } from './send-lost-tasks.ts';

export interface SweepDeps extends NotifyDeps {
  readonly blobs: Blobs;
  readonly tasks: Tasks;
  readonly checks: Checks;
  readonly clock: Clock;
  readonly log: Log;
  readonly env: PipelineEnv;
}

type ListWork = Extract<Work, { kind: 'list' }>;

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
const STRAGGLER_MS = 20 * MINUTE_MS;

/**
 * Looks after everything that is not at rest and puts right what a lost message, a killed worker
 * or a failed mail left. One piece of work that fails does not keep the others waiting.
 */
export async function sweep(deps: SweepDeps): Promise<void> {
  for await (const work of deps.lists.works()) {
    try {
      await (work.kind === 'check' ? sweepCheck(deps, work) : sweepList(deps, work));
    } catch (error) {
      deps.log.error('sweep_failed', error, { kind: work.kind, user: work.userId });
    }
  }
}

const isOlder = ({ clock }: SweepDeps, since: number, patienceMs: number): boolean =>
  clock.now() - since > patienceMs;

/** A patience for messages, which simulated time shortens; processes and days it does not. */
const scaled = ({ env }: SweepDeps, patienceMs: number): number =>
  Math.min(patienceMs, Math.max(LEAST_PATIENCE_MS, patienceMs / env.TIME_SCALE));

async function sweepCheck(deps: SweepDeps, work: Extract<Work, { kind: 'check' }>): Promise<void> {
  if (!isOlder(deps, work.since, CHECK_MS)) return;
  await deps.checks.undo(work.userId, work.requestId);
  await deps.lists.forget(work);
}

async function sweepList(deps: SweepDeps, work: ListWork): Promise<void> {
  const { userId, listId } = work;
  if (work.deleted) return sweepDeleted(deps, work);
  const list = await deps.lists.get(userId, listId);
  if (!list) return sweepExpected(deps, work);
  if (list.mailDue !== null) await sweepMail(deps, list);
  switch (list.status) {
    case LIST_STATUS.waiting:
    case LIST_STATUS.initialization:
      return sweepUnread(deps, list);
    case LIST_STATUS.wait_on_queue:
    case LIST_STATUS.working:
      return sweepRunning(deps, list);
    case LIST_STATUS.paused:
      return sweepPaused(deps, list);
    case LIST_STATUS.canceled:
    case LIST_STATUS.finished:
      return sweepFinal(deps, list, work);
  }
}

async function sweepDeleted(deps: SweepDeps, work: ListWork): Promise<void> {
  await cleanUp(deps, work.userId, work.listId);
  if (isOlder(deps, work.since, STRAGGLER_MS)) await deps.lists.forget(work);
}

/** An upload that was announced: its notification was lost, or it never came. */
async function sweepExpected(deps: SweepDeps, work: ListWork): Promise<void> {
  const { userId, listId, since } = work;
  if (!isOlder(deps, since, scaled(deps, NOTIFICATION_MS))) return;
  if ((await deps.blobs.size(uploadKeyOf(userId, listId))) !== undefined)
    return deps.queues.sendList({ kind: 'ingest', v: 1, userId, listId });
  if (!isOlder(deps, since, ANNOUNCED_MS)) return;
  await deps.lists.drop(userId, listId);
  await deps.lists.forget(work);
}

/** A mail that neither left nor was given up, as far as anybody noted. */
async function sweepMail(deps: SweepDeps, list: List): Promise<void> {
  if (!isOlder(deps, list.touchedAt, scaled(deps, LOST_MS))) return;
  await deps.lists.touch(list, deps.clock.now());
  await notifyOwner(deps, list);
}

async function sweepUnread(deps: SweepDeps, list: List): Promise<void> {
  if (!isOlder(deps, list.touchedAt, scaled(deps, LOST_MS))) return;
  const { userId, listId } = list;
  await deps.lists.touch(list, deps.clock.now());
  await deps.queues.sendList({ kind: 'ingest', v: 1, userId, listId });
}

async function sweepRunning(deps: SweepDeps, list: List): Promise<void> {
  if (!isRunning(list) || !isOlder(deps, list.touchedAt, scaled(deps, LOST_MS))) return;
  const { userId, listId } = list;
  await deps.lists.touch(list, deps.clock.now());
  if (list.open === 0) await deps.queues.sendFinalize({ kind: 'finalize', v: 1, userId, listId });
  else await sendLostTasks(deps, list, scaled(deps, LOST_MS));
}

/** Credits also come back from lists that end or are deleted, and the word of a grant may be lost. */
async function sweepPaused(deps: SweepDeps, list: List): Promise<void> {
  if (!awaitsCredits(list)) return;
  if (isOlder(deps, list.touchedAt, PAUSED_MS)) {
    const canceled = await deps.lists.cancel(list, 'paused_too_long', deps.clock.now());
    if (canceled) await notifyOwner(deps, canceled);
    return;
  }
  const { userId } = list;
  const { available } = await deps.ledger.balance(userId);
  if (available >= creditsNeeded(list))
    await deps.queues.sendList({ kind: 'resume', v: 1, userId });
}

async function sweepFinal(deps: SweepDeps, list: List, work: ListWork): Promise<void> {
  await dropWork(deps, list.listId);
  if (list.mailDue === null && isOlder(deps, list.touchedAt, STRAGGLER_MS))
    await deps.lists.forget(work);
}

import type { VerifyMessage } from '../../shared/messages/lists.ts';
import { manifestKey } from './rules/blob-keys.ts';
import { type List, awaitsCredits, creditsNeeded } from './rules/list.ts';
import { type Manifest, readManifest } from './rules/manifest.ts';
import { EXPRESS_SIZE } from './rules/plan-tasks.ts';
import { rootTask } from './rules/task-id.ts';
import { notifyOwner, type NotifyDeps } from './notify-owner.ts';
import { ownerIsActive } from './owner-is-active.ts';
import type { Blobs } from '../platform/s3/blobs.ts';
import type { Clock } from '../platform/clock.ts';
import type { Queues } from './ports.ts';

export interface StartDeps extends NotifyDeps {
  readonly blobs: Blobs;
  readonly queues: Queues;
  readonly clock: Clock;
}

/**
 * What became of a list that was to start. `stopped`: its owner is inactive; `elsewhere`: another
 * message has moved it.
 */
export type Started = 'started' | 'insufficient' | 'stopped' | 'elsewhere';

/**
 * Starts a counted list: reserves all its credits, then sends its tasks. Without enough of them
 * the list waits in status 5, and its owner is told the first time. A list of an inactive owner
 * does not start.
 */
export async function startList(deps: StartDeps, list: List, manifest: Manifest): Promise<Started> {
  if (!(await ownerIsActive(deps, list.userId))) {
    await deps.lists.pause(list, 'account_inactive', deps.clock.now());
    return 'stopped';
  }
  const outcome = await deps.lists.start(list, manifest.tasks.length, deps.clock.now());
  if (outcome === undefined) return 'elsewhere';
  if (outcome === 'insufficient') return pauseList(deps, list, manifest);
  await sendTasks(deps, outcome, manifest);
  return 'started';
}

async function pauseList(deps: StartDeps, list: List, manifest: Manifest): Promise<Started> {
  if (awaitsCredits(list)) return 'insufficient';
  const paused = await deps.lists.pause(list, 'insufficient_credit', deps.clock.now());
  if (!paused) return 'elsewhere';
  // Credits that came between the attempt and the pause have resumed nothing: look again.
  const { available } = await deps.ledger.balance(list.userId);
  if (available >= creditsNeeded(list)) {
    const started = await startList(deps, paused, manifest);
    if (started !== 'insufficient') return started;
  }
  await notifyOwner(deps, paused);
  return 'insufficient';
}

/** Sends every task of a started list, again if need be: a task that is done does nothing. */
export async function fanOut(deps: StartDeps, list: List): Promise<void> {
  const manifest = readManifest(await deps.blobs.bytes(manifestKey(list)));
  await sendTasks(deps, list, manifest);
}

async function sendTasks(
  { queues }: Pick<StartDeps, 'queues'>,
  list: List,
  manifest: Manifest,
): Promise<void> {
  const { userId, listId } = list;
  if (manifest.tasks.length === 0)
    return queues.sendFinalize({ kind: 'finalize', v: 1, userId, listId });
  await queues.sendVerify(rootMessages(list, manifest), laneOf(list));
}

/** The messages of a list's root tasks, in their order. */
export const rootMessages = (
  { userId, listId, epoch }: List,
  { tasks }: Manifest,
): { message: VerifyMessage; delaySeconds: number }[] =>
  tasks.map(([start, end], number) => ({
    message: {
      kind: 'verify',
      v: 1,
      userId,
      listId,
      epoch,
      task: rootTask(number),
      range: [start, end],
      attempt: 0,
    },
    delaySeconds: 0,
  }));

/** Small lists have a lane of their own, so that a large one never holds them up. */
export const laneOf = ({ total }: Pick<List, 'total'>): 'express' | 'bulk' =>
  total <= EXPRESS_SIZE ? 'express' : 'bulk';

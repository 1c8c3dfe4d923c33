import type { VerifyMessage } from '../../../shared/messages/lists.ts';
import { USER_STATUS } from '../../../shared/model/account.ts';
import { checkCredits, type CheckCreditsDeps } from '../../low-credits/check-credits.ts';
import { manifestKey } from '../rules/blob-keys.ts';
import { type List, awaitsCredits, creditsNeeded, waitingOf } from '../rules/list.ts';
import { type TaskPlan, readPlan } from '../rules/manifest.ts';
import { EXPRESS_SIZE } from '../rules/plan-tasks.ts';
import { rootTask } from '../rules/task-id.ts';
import { pause } from '../rules/transitions.ts';
import { notifyOwner, type NotifyDeps } from './notify-owner.ts';
import type { ListsDeps } from '../deps.ts';

export type StartDeps = NotifyDeps &
  CheckCreditsDeps &
  Pick<ListsDeps, 'blobs' | 'queues' | 'clock'>;

/** `paused`: its owner is inactive; `elsewhere`: another message has moved it. */
export type Started = 'started' | 'insufficient' | 'paused' | 'elsewhere';

/**
 * Reserves all credits of a counted list, then sends its tasks. Without enough of them the list
 * waits in status 5, and its owner is told the first time.
 */
export async function startList(deps: StartDeps, list: List, manifest: TaskPlan): Promise<Started> {
  const owner = await deps.accounts.get(list.userId);
  if (owner?.status === USER_STATUS.inactive) {
    await deps.lists.update(list, pause(list, 'account_inactive', deps.clock.now()));
    return 'paused';
  }
  // Credits may have arrived since the last check, and the list may leave too few of them.
  await checkCredits(deps, owner);
  const outcome = await deps.lists.start(list, manifest.tasks.length, deps.clock.now());
  if (outcome === undefined) return 'elsewhere';
  if (outcome === 'insufficient') {
    await checkCredits(deps, owner, waitingOf(list));
    return waitForCredits(deps, list, manifest);
  }
  await sendTasks(deps, outcome, manifest);
  await checkCredits(deps, owner);
  return 'started';
}

async function waitForCredits(deps: StartDeps, list: List, manifest: TaskPlan): Promise<Started> {
  if (awaitsCredits(list)) return 'insufficient';
  const waiting = pause(list, 'insufficient_credit', deps.clock.now());
  const paused = await deps.lists.update(list, waiting);
  if (!paused) return 'elsewhere';
  // Credits that came between the attempt and the pause have resumed nothing: ask again.
  const { available } = await deps.ledger.balance(list.userId);
  if (available >= creditsNeeded(list)) {
    const started = await startList(deps, paused, manifest);
    if (started !== 'insufficient') return started;
  }
  await notifyOwner(deps, paused);
  return 'insufficient';
}

/** Whether lists of this owner may be worked on. An owner without an account is no hindrance. */
export async function isOwnerActive(
  { accounts }: Pick<ListsDeps, 'accounts'>,
  userId: string,
): Promise<boolean> {
  const owner = await accounts.get(userId);
  return owner?.status !== USER_STATUS.inactive;
}

/** Sends every task of a started list, again if need be: a task that is done does nothing. */
export async function fanOut(deps: StartDeps, list: List): Promise<void> {
  const manifest = readPlan(await deps.blobs.bytes(manifestKey(list)));
  await sendTasks(deps, list, manifest);
}

async function sendTasks(
  { queues }: Pick<StartDeps, 'queues'>,
  list: List,
  manifest: TaskPlan,
): Promise<void> {
  const { userId, listId } = list;
  if (manifest.tasks.length === 0)
    return queues.sendFinalize({ kind: 'finalize', v: 1, userId, listId });
  await queues.sendVerify(rootMessages(list, manifest), queueFor(list));
}

export const verifyMessage = (
  { userId, listId, epoch }: List,
  task: Pick<VerifyMessage, 'task' | 'attempt' | 'range' | 'notBefore'>,
): VerifyMessage => ({ kind: 'verify', v: 1, userId, listId, epoch, ...task });

export const rootMessages = (
  list: List,
  { tasks }: TaskPlan,
): { message: VerifyMessage; delaySeconds: number }[] =>
  tasks.map(([start, end], number) => ({
    message: verifyMessage(list, { task: rootTask(number), range: [start, end], attempt: 0 }),
    delaySeconds: 0,
  }));

/** Small lists have a queue of their own, so that a large one never holds them up. */
export const queueFor = ({ total }: Pick<List, 'total'>): 'express' | 'bulk' =>
  total <= EXPRESS_SIZE ? 'express' : 'bulk';

import { hash } from 'node:crypto';
import { formatUtcDate } from '../../../shared/model/duration.ts';
import type { VerifyTaskMessage } from '../../../shared/messages/lists.ts';
import { USER_STATUS } from '../../../shared/model/account.ts';
import type { User } from '../../access/adapters/user.ts';
import {
  checkCredits,
  type CheckCreditsDeps,
  forgetListAwaitingCredits,
} from '../../low-credits/check-credits.ts';
import { manifestKey, addressesKey, previewKey } from '../rules/blob-keys.ts';
import {
  type List,
  awaitsCredits,
  isAtDailyLimit,
  isTestList,
  creditsMissing,
  getAwaitedReservation,
  creditsNeeded,
} from '../rules/list.ts';
import { type TaskPlan, parseManifest } from '../rules/manifest.ts';
import { MAX_EXPRESS_ADDRESSES } from '../rules/plan-tasks.ts';
import { type TaskCompletion, completesRootTask } from '../rules/completion.ts';
import { childTaskId, rootTaskId, rootTaskNumber } from '../rules/task-id.ts';
import { pause, pauseForPreview, start } from '../rules/transitions.ts';
import { endCheck } from '../watch/stop-list-watch.ts';
import { notifyOwner, type NotifyOwnerDeps } from './notify-owner.ts';
import type { TransactionStep } from '../../platform/dynamo/db.ts';
import type { ListsDeps } from '../deps.ts';
import { CREDITS_PER_EMAIL, MIN_PREVIEW_CREDITS } from '../../../shared/model/credits.ts';

export type StartListDeps = NotifyOwnerDeps &
  CheckCreditsDeps &
  Pick<ListsDeps, 'blobs' | 'clock' | 'freeAnswers' | 'queues'>;

/**
 * `deferred`: the list waits for credits; `skipped`: the owner is inactive or has too few free
 * answers, or the list was the check of a watched list and was canceled for lack of credits;
 * `stale`: another message changed the list's state.
 */
type StartListOutcome = 'done' | 'deferred' | 'skipped' | 'stale';

/**
 * Reserves a free answer for each credit that a list reserves, if its unknown results count: in a
 * recheck, and in every list of an owner who never bought credits.
 * @returns the write, and the list's free answers: undefined if they do not count, null if too few
 * are left
 */
export async function reserveAnswers(
  { clock, freeAnswers }: Pick<ListsDeps, 'clock' | 'freeAnswers'>,
  list: List,
  isPaid: boolean,
  added: number,
): Promise<readonly [List['freeAnswers'] | null, ...TransactionStep[]]> {
  const { userId, recheckOf } = list;
  if (isTestList(list) || (isPaid && !recheckOf) || added === 0) return [list.freeAnswers];
  const now = clock.now();
  const { day, count } = list.freeAnswers ?? { day: formatUtcDate(now), count: 0 };
  const budget = await freeAnswers.read(userId, now, day);
  if (budget.used + added > budget.limit) return [null];
  const write = freeAnswers.addWrite(userId, day, added, budget);
  return [{ day, count: count + added }, write];
}

/**
 * Reserves all credits of a list after ingest, then sends its tasks. If the credits are
 * insufficient, pauses the list and notifies its owner once; for the check of a watched list, stops
 * the watch and cancels the check instead. Also cancels the check if new contacts exceed the
 * owner's limit.
 */
export async function startList(
  deps: StartListDeps,
  list: List,
  manifest: TaskPlan,
): Promise<StartListOutcome> {
  const owner = await deps.accounts.get(list.userId);
  if (owner?.status === USER_STATUS.inactive) {
    await deps.lists.update(list, pause(list, 'account_inactive', deps.clock.now()));
    return 'skipped';
  }
  if (creditsNeeded(list) > (list.recheckOf?.contacts?.maxCredits ?? Infinity)) {
    await endCheck(deps, list, 'too_many_credits');
    return 'skipped';
  }
  // Check the balance before and after the reservation. Credits may have arrived since the last
  // check, and the reservation may leave too few.
  await checkCredits(deps, owner);
  const isPaid = owner?.paid !== false;
  const [answers, ...writes] = await reserveAnswers(deps, list, isPaid, creditsMissing(list));
  const plan = { tasks: manifest.tasks.length, window: isPaid ? TASKS_AT_ONCE : 1 };
  const transition = start(list, plan, deps.clock.now(), answers);
  const outcome = await deps.lists.reserve(list, transition, writes);
  if (outcome === undefined) return 'stale';
  if (outcome === 'insufficient' && list.recheckOf?.span) {
    await endCheck(deps, list, 'insufficient_credit');
    return 'skipped';
  }
  if (outcome === 'insufficient') return waitForCredits(deps, list, manifest, owner);
  // Check the balance before sending the tasks, because a repeated run only sends the tasks again.
  await checkCredits(deps, owner);
  if (isAtDailyLimit(outcome)) return 'skipped';
  await sendTasks(deps, outcome, manifest);
  return 'done';
}

async function waitForCredits(
  deps: StartListDeps,
  list: List,
  manifest: TaskPlan,
  owner: User | undefined,
): Promise<StartListOutcome> {
  const paused = awaitsCredits(list) ? list : await pauseWithPreview(deps, list, owner);
  if (!paused) return 'stale';
  await checkCredits(deps, owner, getAwaitedReservation(paused));
  // If the list was deleted before its wait was recorded, no top-up may buy a pack for it.
  if (owner?.watched === true && !(await deps.lists.get(list.userId, list.listId))) {
    await forgetListAwaitingCredits(deps, owner, list.listId);
    return 'stale';
  }
  if (paused === list) return 'deferred';
  await sendTasks(deps, paused, manifest);
  // Try again: credits that arrived between the attempt and the pause did not resume the list.
  const { available } = await deps.ledger.balance(list.userId);
  if (available >= creditsMissing(paused)) {
    const started = await startList(deps, paused, manifest);
    if (started !== 'deferred') return started;
  }
  await notifyOwner(deps, paused);
  return 'deferred';
}

async function pauseWithPreview(
  deps: StartListDeps,
  list: List,
  owner: User | undefined,
): Promise<List | undefined> {
  const { available } = await deps.ledger.balance(list.userId);
  const size = computePreviewSize(list, available);
  if (size !== undefined) {
    const isPaid = owner?.paid !== false;
    const [answers, ...writes] = await reserveAnswers(deps, list, isPaid, size);
    if (answers === null && isAtDailyLimit(list)) return undefined;
    if (answers === null)
      return deps.lists.update(list, pause(list, 'daily_limit', deps.clock.now()));
    await writePreview(deps, { ...list, look: size });
    const transition = pauseForPreview(list, size, deps.clock.now(), answers);
    const outcome = await deps.lists.reserve(list, transition, writes);
    if (outcome !== 'insufficient') return outcome;
  }
  return deps.lists.update(list, pause(list, 'insufficient_credit', deps.clock.now()));
}

/** Returns the state of an active, paying owner if there is no account, as for test lists. */
export async function readOwnerState(
  { accounts }: Pick<ListsDeps, 'accounts'>,
  userId: string,
): Promise<{ readonly isActive: boolean; readonly isPaid: boolean }> {
  const owner = await accounts.get(userId);
  return { isActive: owner?.status !== USER_STATUS.inactive, isPaid: owner?.paid !== false };
}

/** Number of root tasks of a list that may run at once: one if its owner never bought credits. */
const TASKS_AT_ONCE = 7;

/**
 * Number of root tasks that a list sends when it starts. Each task that completes sends the task
 * whose number is higher by this value, so that waiting tasks need no messages. Lists of earlier
 * versions do not store it.
 */
const windowOf = ({ window = TASKS_AT_ONCE }: List): number => window;

/**
 * Sends the first tasks of a started list, or the preview task of a list that waits for credits.
 * Repeating it is safe, because the message of a completed task only sends the next one again.
 */
export async function fanOutTasks(deps: StartListDeps, list: List): Promise<void> {
  const manifest = parseManifest(await deps.blobs.bytes(manifestKey(list)));
  await sendTasks(deps, list, manifest);
}

async function sendTasks(
  { queues }: Pick<StartListDeps, 'queues'>,
  list: List,
  manifest: TaskPlan,
): Promise<void> {
  const { userId, listId } = list;
  if (manifest.tasks.length === 0)
    return queues.sendFinalize({ kind: 'finalize', v: 1, userId, listId });
  const messages = awaitsCredits(list)
    ? createPreviewMessages(list, manifest)
    : createRootTaskMessages(list, manifest, (number) => number < windowOf(list));
  if (messages.length > 0) await queues.sendVerify(messages);
}

export const createVerifyMessage = (
  { userId, listId }: List,
  task: Pick<VerifyTaskMessage, 'task' | 'attempt' | 'range' | 'notBefore'>,
): VerifyTaskMessage => ({ kind: 'verify', v: 1, userId, listId, ...task });

interface TaskToSend {
  readonly message: VerifyTaskMessage;
  readonly delaySeconds: number;
}

const createRootTaskMessages = (
  list: List,
  { tasks }: TaskPlan,
  accepts: (number: number) => boolean,
): TaskToSend[] =>
  tasks.flatMap((range, number) =>
    accepts(number)
      ? {
          message: createVerifyMessage(list, {
            task: rootTaskId(number),
            range: [...range],
            attempt: 0,
          }),
          delaySeconds: 0,
        }
      : [],
  );

/** Sends the root task that waits for this completion, if there is one. Safe to repeat. */
export async function sendNextTask(
  { blobs, queues }: Pick<StartListDeps, 'blobs' | 'queues'>,
  list: List,
  completion: TaskCompletion,
): Promise<void> {
  if (!completesRootTask(completion)) return;
  const manifest = parseManifest(await blobs.bytes(manifestKey(list)));
  const next = rootTaskNumber(completion.task) + windowOf(list);
  const messages = createRootTaskMessages(list, manifest, (number) => number === next);
  if (messages.length > 0) await queues.sendVerify(messages);
}

/** Creates the messages of the root tasks that are not completed and wait for no other task. */
export function createDueTaskMessages(
  list: List,
  plan: TaskPlan,
  completions: ReadonlyMap<string, TaskCompletion>,
): TaskToSend[] {
  const hasEnded = (task: string): boolean => {
    const completion = completions.get(task);
    if (!completion) return false;
    return completesRootTask(completion) || hasEnded(childTaskId(task, 'r'));
  };
  return createRootTaskMessages(list, plan, (number) => {
    const previous = number - windowOf(list);
    return !completions.has(rootTaskId(number)) && (previous < 0 || hasEnded(rootTaskId(previous)));
  });
}

/** The preview is one additional task, whose addresses are in a separate object. */
export function createPreviewMessages(list: List, { tasks }: TaskPlan): TaskToSend[] {
  if (list.look === undefined) return [];
  const message = createVerifyMessage(list, { task: rootTaskId(tasks.length), attempt: 0 });
  return [{ message, delaySeconds: 0 }];
}

/**
 * Returns the engine's queue. Small lists and previews have a separate one, so that large lists
 * never delay them.
 */
export const queueFor = (list: Pick<List, 'total' | 'status' | 'reason'>): 'express' | 'bulk' =>
  list.total <= MAX_EXPRESS_ADDRESSES || awaitsCredits(list) ? 'express' : 'bulk';

/** Draws a random sample and stores it. A repeated run writes the same bytes under the same key. */
async function writePreview(
  { blobs }: Pick<ListsDeps, 'blobs'>,
  list: List & { readonly look: number },
): Promise<void> {
  const drawn = drawSample(list.listId, list.total - list.badSyntax, list.look);
  const decoder = new TextDecoder();
  let text = '';
  let number = 0;
  let partialLine = '';
  for await (const bytes of blobs.read(addressesKey(list))) {
    const lines = `${partialLine}${decoder.decode(bytes, { stream: true })}`.split('\n');
    partialLine = lines.pop() ?? '';
    for (const line of lines) {
      if (drawn.has(number)) text += `${line}\n`;
      number += 1;
    }
  }
  await blobs.put(previewKey(list), text);
}

/**
 * Draws `size` of the numbers from 0 to `count` - 1, reproducibly from `seed`. All subsets are
 * equally likely (Bentley and Floyd, "A sample of brilliance", CACM 30 (1987) 754).
 */
export function drawSample(seed: string, count: number, size: number): Set<number> {
  const drawn = new Set<number>();
  for (let last = count - size; last < count; last += 1) {
    const number = hash('sha256', `${seed}:${last}`, 'buffer').readUInt32BE() % (last + 1);
    drawn.add(drawn.has(number) ? last : number);
  }
  return drawn;
}

/** Maximum size of a preview. A larger sample would hardly improve the estimated shares. */
const MAX_PREVIEW_ADDRESSES = 1000;

export function computePreviewSize(list: List, available: number): number | undefined {
  if (list.recheckOf || available >= creditsNeeded(list)) return undefined;
  if (available < MIN_PREVIEW_CREDITS) return undefined;
  return Math.min(MAX_PREVIEW_ADDRESSES, Math.floor(available / CREDITS_PER_EMAIL));
}

import type { VerifyTaskMessage } from '../../../shared/messages/lists.ts';
import { LIST_STATUS } from '../../../shared/model/list-status.ts';
import { type List, awaitsCredits, isRunning, isTestList } from '../rules/list.ts';
import { hopCount, rootTaskNumber } from '../rules/task-id.ts';
import { pause, recordProgress, startWorking } from '../rules/transitions.ts';
import type { LogFields } from '../../platform/log.ts';
import { MAX_DELAY_SECONDS } from '../../platform/sqs/max-delay.ts';
import { type AuthorizeVerificationDeps, authorizeVerification } from './authorize-verification.ts';
import {
  bookAnswer,
  type BookAnswerDeps,
  bookVerdicts,
  getEngineAddresses,
} from './book-answer.ts';
import { loadOpenTask } from './load-open-task.ts';
import { limitGuessingInList } from './limit-guessing-in-list.ts';
import { queueFor, TASKS_AT_ONCE } from './start-list.ts';

type VerifyTaskDeps = BookAnswerDeps & AuthorizeVerificationDeps;

/**
 * Returns the maximum tasks of an account between this step and booking. Limits, pauses and
 * deletions act on all others. The root tasks of large lists leave some to child tasks and to small
 * lists.
 */
function maxClaims(list: List, task: string, isPaid: boolean): number {
  if (!isPaid) return 1;
  return queueFor(list) === 'bulk' && hopCount(task) === 0 ? TASKS_AT_ONCE : 10;
}

/**
 * Returns the delay of a task that found no claim. A list has few root tasks that wait, which come
 * one after another, but any number of child tasks.
 */
function claimDelaySeconds({ open }: List, task: string): number {
  if (hopCount(task) === 0) return MIN_CLAIM_DELAY_SECONDS + (rootTaskNumber(task) % TASKS_AT_ONCE);
  return Math.max(MIN_CLAIM_DELAY_SECONDS, Math.min(MAX_DELAY_SECONDS, open));
}
const MIN_CLAIM_DELAY_SECONDS = 10;
/** A list without progress for longer is reviewed, and its tasks are sent again. */
const PROGRESS_INTERVAL_MS = 5 * 60_000;

/**
 * Begins one task: sends its addresses to the engine, whose answer `bookAnswer` books. A message
 * may be processed any number of times: all deliveries of a task share one claim and one answer.
 * @param receives failed receives of the message
 */
export async function verifyTask(
  deps: VerifyTaskDeps,
  message: VerifyTaskMessage,
  receives = 0,
): Promise<LogFields> {
  const { listId, task } = message;
  const run = { list: listId, task };

  // 1. Requeue a message whose delay is longer than SQS allows, until the delay is over.
  const waitMs = (message.notBefore ?? 0) - deps.clock.now();
  if (waitMs > 0) return requeue(deps, message, waitMs);

  // 2. Skip a task that is complete or whose list is no longer active.
  const opened = await loadOpenTask(deps, message);
  if (typeof opened === 'string') return { ...run, outcome: opened };

  const { list, addresses } = opened;
  const { isPaid, refusal } = isTestList(list)
    ? { isPaid: true }
    : await authorizeVerification(deps, list.userId);
  if (refusal) {
    // A preview stays open, and the reconciler resends it.
    if (isRunning(list)) await deps.lists.update(list, pause(list, refusal, deps.clock.now()));
    return { ...run, outcome: 'deferred' };
  }

  // 3. Requeue a task that must wait for others of the account, or that guesses addresses.
  const postpone = async (delayMs: number): Promise<LogFields> => {
    // Otherwise the reconciler would consider the message lost and send it again.
    if (deps.clock.now() - list.touchedAt >= PROGRESS_INTERVAL_MS)
      await deps.lists.update(list, recordProgress(list, deps.clock.now()));
    return requeue(deps, message, delayMs);
  };
  const asked = getEngineAddresses(list, addresses);
  const taken =
    asked.length > 0
      ? await deps.taskClaims.take(message, maxClaims(list, task, isPaid))
      : undefined;
  if (asked.length > 0 && !taken) return postpone(claimDelaySeconds(list, task) * 1000);
  if (taken && !taken.isNew) {
    if ((await deps.blobs.size(taken.claim.answer)) !== undefined)
      return bookAnswer(deps, taken.claim.answer);
    // Only a failed run that took the claim may not have sent the task to the engine.
    if (receives === 0) return { ...run, outcome: 'duplicate' };
  }
  const mayGuess = !isTestList(list) && taken?.isNew !== false;
  const guessing = mayGuess ? await limitGuessingInList(deps, list, isPaid, addresses) : undefined;
  if (guessing !== undefined) {
    await deps.taskClaims.release(message);
    return guessing === 'canceled' ? { ...run, outcome: 'refused' } : postpone(guessing);
  }

  const working =
    list.status === LIST_STATUS.working || awaitsCredits(list)
      ? list
      : await deps.lists.update(list, startWorking(list, deps.clock.now()));
  if (!working) {
    await deps.taskClaims.release(message);
    return { ...run, outcome: 'noop' };
  }

  // 4. Send the addresses to the engine.
  if (!taken) return bookVerdicts(deps, message, { list: working, addresses }, []);
  const queue = queueFor(working);
  await deps.queues.sendEngine(
    {
      kind: 'engine',
      v: 1,
      task: message,
      addresses: asked.map(({ address }) => address),
      priority: queue === 'express' ? 1 : 0,
      answer: taken.claim.answer,
      receives,
    },
    queue,
  );
  return { ...run, outcome: 'requeued' };
}

async function requeue(
  { queues }: VerifyTaskDeps,
  message: VerifyTaskMessage,
  waitMs: number,
): Promise<LogFields> {
  const delaySeconds = Math.min(MAX_DELAY_SECONDS, Math.ceil(waitMs / 1000));
  await queues.sendVerify([{ message, delaySeconds }]);
  return { list: message.listId, task: message.task, outcome: 'requeued' };
}

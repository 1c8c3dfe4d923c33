import type { VerifyTaskMessage } from '../../../shared/messages/lists.ts';
import { LIST_STATUS } from '../../../shared/model/list-status.ts';
import { awaitsCredits, isRunning, isTestList } from '../rules/list.ts';
import { pause, recordProgress, startWorking } from '../rules/transitions.ts';
import type { LogFields } from '../../platform/log.ts';
import { MAX_DELAY_SECONDS } from '../../platform/sqs/max-delay.ts';
import {
  bookAnswer,
  type BookAnswerDeps,
  bookVerdicts,
  getEngineAddresses,
} from './book-answer.ts';
import { loadOpenTask } from './load-open-task.ts';
import { limitGuessingInList } from './limit-guessing-in-list.ts';
import { queueFor, readOwnerState } from './start-list.ts';

/** A list without progress for longer is reviewed, and its tasks are sent again. */
const PROGRESS_INTERVAL_MS = 5 * 60_000;

/**
 * Begins one task: sends its addresses to the engine, whose answer `bookAnswer` books. A message
 * may be processed any number of times: all deliveries of a task share one claim and one answer.
 * @param receives failed receives of the message
 */
export async function verifyTask(
  deps: BookAnswerDeps,
  message: VerifyTaskMessage,
  receives = 0,
): Promise<LogFields> {
  const { listId, task } = message;
  const run = { list: listId, task };

  // 1. Requeue a message whose delay is longer than SQS allows, until the delay is over.
  const waitMs = (message.notBefore ?? 0) - deps.clock.now();
  if (waitMs > 0) return requeue(deps, message, waitMs);

  const skip = async (outcome: LogFields['outcome']): Promise<LogFields> => {
    // A failed run may have taken a claim, and another task may have waited for this one.
    if (receives > 0 || message.turn) await deps.taskClaims.release(message);
    return { ...run, outcome };
  };

  // 2. Skip a task that is complete or whose list is no longer active.
  const opened = await loadOpenTask(deps, message);
  if (typeof opened === 'string') return skip(opened);

  const { list, addresses } = opened;
  const { isActive, isPaid } = isTestList(list)
    ? { isActive: true, isPaid: true }
    : await readOwnerState(deps, list.userId);
  if (!isActive) {
    // A preview stays open, and the reconciler resends it.
    if (isRunning(list))
      await deps.lists.update(list, pause(list, 'account_inactive', deps.clock.now()));
    return skip('deferred');
  }

  // 3. Put a task in the line if the account has no free claim. Requeue one that guesses addresses.
  const postpone = async (delayMs: number): Promise<LogFields> => {
    // Otherwise the reconciler would consider the message lost and send it again.
    if (deps.clock.now() - list.touchedAt >= PROGRESS_INTERVAL_MS)
      await deps.lists.update(list, recordProgress(list, deps.clock.now()));
    return requeue(deps, message, delayMs);
  };
  const asked = getEngineAddresses(list, addresses);
  const lane = isPaid ? queueFor(list) : 'trial';
  const taken = asked.length > 0 ? await deps.taskClaims.take(message, lane) : undefined;
  if (asked.length > 0 && !taken) return { ...run, outcome: 'deferred' };
  if (taken && !taken.isNew) {
    if (message.turn) await deps.taskClaims.sendWaiting(list.userId, message.turn);
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
  { queues }: BookAnswerDeps,
  { turn: _turn, ...message }: VerifyTaskMessage,
  waitMs: number,
): Promise<LogFields> {
  const delaySeconds = Math.min(MAX_DELAY_SECONDS, Math.ceil(waitMs / 1000));
  await queues.sendVerify([{ message, delaySeconds }]);
  return { list: message.listId, task: message.task, outcome: 'requeued' };
}

import type { VerifyTaskMessage } from '../../../shared/messages/lists.ts';
import { LIST_STATUS } from '../../../shared/model/list-status.ts';
import { awaitsCredits, isRunning, isTestList, isVerifying } from '../rules/list.ts';
import { scaleTimeouts } from '../rules/timeouts.ts';
import { pause, recordProgress, recordWait, startWorking } from '../rules/transitions.ts';
import type { LogFields } from '../../platform/log.ts';
import { MAX_DELAY_SECONDS } from '../../platform/sqs/max-delay.ts';
import {
  bookAnswer,
  type BookAnswerDeps as VerifyTaskDeps,
  bookVerdicts,
  getEngineAddresses,
} from './book-answer.ts';
import { sendFollowUpMessages } from './complete-task.ts';
import { loadTask } from './load-task.ts';
import { limitGuessingInList } from './limit-guessing-in-list.ts';
import { queueFor, readOwnerState } from './start-list.ts';

/** After this time without progress, a list is reviewed and its tasks are sent again. */
const PROGRESS_INTERVAL_MS = 5 * 60_000;
/** Fraction of the message timeout after which a send no longer counts from the list's progress. */
const PROGRESS_FRACTION = 15;

/**
 * Starts one task: sends its addresses to the engine, whose answer `bookAnswer` books. A message
 * may be processed any number of times, because a stored answer is booked, and a task without one
 * is sent to the engine only at growing intervals.
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

  // 2. Skip a task that is complete or whose list is no longer active. Answers are emptied after
  // the task is complete, so an answer that is already empty must not be booked.
  const answer = await deps.answerKeys.create(message);
  const answerSize = await deps.blobs.size(answer);
  const { list, addresses, completion } = await loadTask(deps, message);
  if (completion) {
    await sendFollowUpMessages(deps, list, completion);
    return { ...run, outcome: 'duplicate' };
  }
  if (!addresses || !isVerifying(list)) return { ...run, outcome: 'noop' };
  if (answerSize) return bookAnswer(deps, answer, receives);

  const { isActive, isPaid } = isTestList(list)
    ? { isActive: true, isPaid: true }
    : await readOwnerState(deps, list.userId);
  if (!isActive) {
    // A preview remains open, and the reconciler resends it.
    if (isRunning(list))
      await deps.lists.update(list, pause(list, 'account_inactive', deps.clock.now()));
    return { ...run, outcome: 'deferred' };
  }

  // 3. Skip a task that was sent recently, unless the run that sent it failed.
  const asked = getEngineAddresses(list, addresses);
  // The reconciler counts from the list's progress, so the send counts from there too, or counts as
  // progress. Otherwise a lost message would be too recent at the first review, and be sent again
  // only at the second one.
  const { messageMs } = scaleTimeouts(deps.env.TIME_SCALE);
  const hasRecentProgress = deps.clock.now() - list.touchedAt < messageMs / PROGRESS_FRACTION;
  const sentAt = hasRecentProgress ? list.touchedAt : deps.clock.now();
  const sends =
    asked.length > 0 ? await deps.tasks.recordSend(listId, task, sentAt, messageMs) : undefined;
  if (asked.length > 0 && sends === undefined && receives === 0)
    return { ...run, outcome: 'duplicate' };

  // 4. Requeue a task that guesses addresses.
  const guessing =
    sends === 1 && !isTestList(list)
      ? await limitGuessingInList(deps, list, isPaid, addresses)
      : undefined;
  if (guessing !== undefined) {
    await deps.tasks.forgetSend(listId, task);
    if (guessing === 'canceled') return { ...run, outcome: 'refused' };
    // Otherwise the reconciler would consider the message lost and send it again.
    if (deps.clock.now() - list.touchedAt >= PROGRESS_INTERVAL_MS)
      await deps.lists.update(list, recordWait(list, deps.clock.now()));
    return requeue(deps, message, guessing);
  }

  const isStarted = list.status === LIST_STATUS.working || awaitsCredits(list);
  if (!isStarted && !(await deps.lists.update(list, startWorking(list, deps.clock.now())))) {
    await deps.tasks.forgetSend(listId, task);
    return { ...run, outcome: 'noop' };
  }

  // 5. Send the addresses to the engine.
  if (asked.length === 0)
    return { ...run, ...(await bookVerdicts(deps, message, { verdicts: [] })) };
  if (answerSize === 0) await deps.blobs.delete(answer);
  if (list.status === LIST_STATUS.working && !hasRecentProgress)
    await deps.lists.update(list, recordProgress(list, deps.clock.now()));
  const queue = queueFor(list);
  await deps.queues.sendEngine(
    {
      kind: 'engine',
      v: 1,
      task: message,
      addresses: asked.map(({ address }) => address),
      priority: queue === 'express' ? 1 : 0,
      answer,
      receives,
    },
    queue,
  );
  return { ...run, outcome: 'requeued' };
}

async function requeue(
  { queues }: Pick<VerifyTaskDeps, 'queues'>,
  message: VerifyTaskMessage,
  waitMs: number,
): Promise<LogFields> {
  const delaySeconds = Math.min(MAX_DELAY_SECONDS, Math.ceil(waitMs / 1000));
  await queues.sendVerify([{ message, delaySeconds }]);
  return { list: message.listId, task: message.task, outcome: 'requeued' };
}

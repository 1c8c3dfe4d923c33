import type { VerifyTaskMessage } from '../../../shared/messages/lists.ts';
import { LIST_STATUS } from '../../../shared/model/list-status.ts';
import { ENGINE_BUSY_SECONDS, undefinedIfBusy } from '../../checks/check-attempt.ts';
import { createSandboxEngine } from '../../checks/check-sandbox.ts';
import { isFinalVerdict } from '../../checks/rules/verdict.ts';
import { awaitsCredits, isRunning, isTestList, type List } from '../rules/list.ts';
import { toStoredFacts } from '../rules/row-facts.ts';
import { mayHaveChildTask } from '../rules/task-id.ts';
import { pause, recordProgress, startWorking } from '../rules/transitions.ts';
import { adjustCatchAllScores } from '../rules/adjust-catch-all-scores.ts';
import type { TaskAddress, TaskVerdict } from '../rules/work-lines.ts';
import { completeTask, type CompleteTaskDeps, type UnfinishedAddresses } from './complete-task.ts';
import type { Engine } from '../../checks/adapters/engine.ts';
import type { LogFields } from '../../platform/log.ts';
import { MAX_DELAY_SECONDS } from '../../platform/sqs/max-delay.ts';
import { type AuthorizeVerificationDeps, authorizeVerification } from './authorize-verification.ts';
import { loadOpenTask } from './load-open-task.ts';
import {
  countRefusals,
  type GuessingLimitDeps,
  limitGuessingInList,
} from './limit-guessing-in-list.ts';
import type { ListsDeps } from '../deps.ts';
import { queueFor } from './start-list.ts';

type VerifyTaskDeps = CompleteTaskDeps &
  GuessingLimitDeps &
  AuthorizeVerificationDeps &
  Pick<ListsDeps, 'engine'>;

/**
 * Verifies the addresses of one task. Addresses without a final verdict become a child task:
 * immediate (`r`) if the run reached `deadline` (epoch milliseconds), or deferred (`d`) if a server
 * asked to retry later. A message may be processed any number of times: only the first run that
 * completes counts.
 */
export async function verifyTask(
  deps: VerifyTaskDeps,
  message: VerifyTaskMessage,
  deadline: number,
): Promise<LogFields> {
  const { listId, task } = message;
  const run = { list: listId, task };

  // 1. Requeue a message whose delay is longer than SQS allows, until the delay is over.
  const waitMs = (message.notBefore ?? 0) - deps.clock.now();
  if (waitMs > 0) {
    await requeue(deps, message, waitMs);
    return { ...run, outcome: 'requeued' };
  }

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
  const guessing = isTestList(list)
    ? undefined
    : await limitGuessingInList(deps, list, isPaid, addresses);
  if (guessing === 'canceled') return { ...run, outcome: 'refused' };
  const postpone = async (current: List, delayMs: number): Promise<LogFields> => {
    await requeue(deps, message, delayMs);
    // Otherwise the reconciler would consider the message lost and send it again.
    await deps.lists.update(current, recordProgress(current, deps.clock.now()));
    return { ...run, outcome: 'requeued' };
  };
  if (guessing !== undefined) return postpone(list, guessing);
  const working =
    list.status === LIST_STATUS.working || awaitsCredits(list)
      ? list
      : await deps.lists.update(list, startWorking(list, deps.clock.now()));
  if (!working) return { ...run, outcome: 'noop' };

  // 3. Verify the addresses and store the verdicts.
  const engine = isTestList(list) ? createSandboxEngine(deps.engine) : deps.engine;
  const connectionsBefore = engine.connections;
  const verified = await verifyTaskAddresses(engine, working, message, addresses, deadline).catch(
    undefinedIfBusy,
  );
  if (!verified) return postpone(working, ENGINE_BUSY_SECONDS * 1000);
  const { verdicts, unfinished } = verified;
  const connections = engine.connections - connectionsBefore;
  const completed = await completeTask(deps, working, message, verdicts, unfinished);
  // Count the verdicts even if the list was deleted or paused meanwhile, because servers were
  // contacted.
  if (!isTestList(list) && completed['outcome'] !== 'duplicate') {
    const unknown = verdicts.filter(({ status }) => status === 'unknown').length;
    if (unknown > 0 && !isPaid)
      await deps.unknownAnswers.add(list.userId, unknown, deps.clock.now());
    await countRefusals(deps, working, isPaid, addresses, verdicts);
  }
  return {
    ...run,
    ...completed,
    connections,
    answered: verdicts.length,
    retry: unfinished.retry.length,
    deferred: unfinished.deferred.length,
  };
}

async function requeue(
  { queues, lists }: VerifyTaskDeps,
  message: VerifyTaskMessage,
  waitMs: number,
): Promise<void> {
  const list = await lists.get(message.userId, message.listId);
  if (!list) return;
  const delaySeconds = Math.min(MAX_DELAY_SECONDS, Math.ceil(waitMs / 1000));
  await queues.sendVerify([{ message, delaySeconds }], queueFor(list));
}

async function verifyTaskAddresses(
  engine: Engine,
  list: List,
  { userId, task, attempt }: VerifyTaskMessage,
  addresses: readonly TaskAddress[],
  deadline: number,
): Promise<{ verdicts: TaskVerdict[]; unfinished: UnfinishedAddresses }> {
  const verdicts: TaskVerdict[] = [];
  const answered: string[] = [];
  const unfinished: UnfinishedAddresses = { retry: [], deferred: [], delaySeconds: 0 };
  const emails = addresses.map(({ address }) => address);
  const priority = queueFor(list) === 'express' ? 1 : 0;
  const options = { deadline, attempt, priority, customer: userId } as const;
  for await (const { index, verdict } of engine.verify(emails, options)) {
    const address = addresses[index];
    if (!address)
      throw new RangeError(
        `the engine returned a verdict for index ${index} of ${emails.length} addresses`,
      );
    if (!mayHaveChildTask(task) || isFinalVerdict(verdict)) {
      const { status, reason, suggestion } = verdict;
      const { ordinal } = address;
      verdicts.push({ ordinal, status, reason, suggestion, ...toStoredFacts(verdict) });
      answered.push(address.address);
    } else if (verdict.reason === 'not_answered') {
      unfinished.retry.push(address);
    } else {
      unfinished.deferred.push(address);
      unfinished.delaySeconds = Math.max(unfinished.delaySeconds, verdict.retry_after_s ?? 0);
    }
  }
  return { verdicts: adjustCatchAllScores(verdicts, answered), unfinished };
}

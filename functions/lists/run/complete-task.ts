import type { VerifyTaskMessage } from '../../../shared/messages/lists.ts';
import { taskVerdictsKey, taskAddressesKey } from '../rules/blob-keys.ts';
import type { ChildTask, TaskCompletion } from '../rules/completion.ts';
import { type List, isTestList, isVerifying } from '../rules/list.ts';
import { type BillingPolicy, countVerdicts } from '../rules/verdict-counts.ts';
import { childTaskId } from '../rules/task-id.ts';
import {
  type TaskAddress,
  type TaskVerdict,
  formatAddressLines,
  formatVerdictLines,
} from '../rules/work-lines.ts';
import type { ListsDeps } from '../deps.ts';
import type { LogFields } from '../../platform/log.ts';
import { MAX_DELAY_SECONDS } from '../../platform/sqs/max-delay.ts';
import { createVerifyMessage, sendNextTask } from './start-list.ts';

export type CompleteTaskDeps = Pick<
  ListsDeps,
  'lists' | 'tasks' | 'blobs' | 'queues' | 'clock' | 'ids' | 'env'
>;

export interface UnfinishedAddresses {
  /** Addresses to verify again immediately, because the run reached its deadline. */
  readonly retry: TaskAddress[];
  /** Addresses to verify again after `delaySeconds`, because a server asked to retry later. */
  readonly deferred: TaskAddress[];
  delaySeconds: number;
}

/** Verdicts of one run of a task, and the addresses that it left without one. */
export interface TaskVerdicts {
  readonly verdicts: readonly TaskVerdict[];
  readonly unfinished: UnfinishedAddresses;
}

/**
 * Completes one run of a task. Writes its objects first, under keys unique to this run; then writes
 * the completion record and the list's counters in one transaction; then finishes the task.
 * @param count counts the refusals among the verdicts
 * @returns fields for the log with the outcome: `done`, with the counts added to the list;
 * `duplicate` if another run completed the task first; `stale` if the list is deleted or no longer
 * active
 */
export async function completeTask(
  deps: CompleteTaskDeps,
  list: List,
  { task, attempt }: Pick<VerifyTaskMessage, 'task' | 'attempt'>,
  { verdicts, unfinished: { retry, deferred, delaySeconds } }: TaskVerdicts,
  count?: () => Promise<void>,
): Promise<LogFields> {
  const { listId } = list;
  const run = deps.ids.token(6);
  const children: ChildTask[] = [];
  const addChild = async (child: ChildTask, addresses: readonly TaskAddress[]): Promise<void> => {
    if (addresses.length === 0) return;
    const key = taskAddressesKey(listId, childTaskId(task, child.hop), run);
    await deps.blobs.put(key, formatAddressLines(addresses));
    children.push(child);
  };
  await addChild({ hop: 'r', attempt, delaySeconds: 0 }, retry);
  await addChild(
    { hop: 'd', attempt: attempt + 1, delaySeconds: Math.ceil(delaySeconds) },
    deferred,
  );
  await deps.blobs.put(taskVerdictsKey(listId, task, run), formatVerdictLines(verdicts));

  const at = deps.clock.now();
  const completion: TaskCompletion = { task, run, children, at, ...(count && { uncounted: true }) };
  const verdictCounts = countVerdicts(verdicts, billingPolicyOf(list, deps.env));
  const outcome = await deps.tasks.complete(list, completion, verdictCounts);
  if (outcome !== 'done') return { outcome };
  await finishTask(deps, list, completion, count);
  const { valid, invalid, risky, unknown, charged } = verdictCounts;
  return { outcome, valid, invalid, risky, unknown, charged };
}

const billingPolicyOf = (list: List, { CHARGE_UNKNOWN }: ListsDeps['env']): BillingPolicy => {
  if (isTestList(list)) return 'free';
  // With CHARGE_UNKNOWN, a rechecked list has already paid for its inconclusive results.
  return CHARGE_UNKNOWN && !list.recheckOf ? 'all' : 'conclusive';
};

/**
 * Counts the refusals of a completed task (once, unless a run is interrupted), and continues its
 * list.
 */
export async function finishTask(
  deps: CompleteTaskDeps,
  list: List,
  completion: TaskCompletion,
  count?: () => Promise<void>,
): Promise<void> {
  if (completion.uncounted && count) {
    await count();
    await deps.tasks.recordCounted(list.listId, completion.task);
  }
  await sendFollowUpMessages(deps, list, completion);
}

/**
 * Sends the child tasks and the next root task, or the finalize message if no task is open. Safe to
 * repeat.
 */
export async function sendFollowUpMessages(
  deps: CompleteTaskDeps,
  list: List,
  completion: TaskCompletion,
): Promise<void> {
  await sendNextTask(deps, list, completion);
  if (completion.children.length > 0) return sendChildTasks(deps, list, completion);
  const { userId, listId } = list;
  const current = await deps.lists.get(userId, listId);
  if (current && isVerifying(current) && current.open === 0)
    await deps.queues.sendFinalize({ kind: 'finalize', v: 1, userId, listId });
}

export async function sendChildTasks(
  { queues, clock }: Pick<CompleteTaskDeps, 'queues' | 'clock'>,
  list: List,
  { task, children, at }: TaskCompletion,
  accepts: (child: ChildTask) => boolean = () => true,
): Promise<void> {
  const messages = children.filter(accepts).map(({ hop, attempt, delaySeconds }) => {
    const notBefore = at + delaySeconds * 1000;
    const remaining = Math.max(0, Math.ceil((notBefore - clock.now()) / 1000));
    return {
      message: createVerifyMessage(list, {
        task: childTaskId(task, hop),
        attempt,
        ...(delaySeconds > 0 && { notBefore }),
      }),
      delaySeconds: Math.min(MAX_DELAY_SECONDS, remaining),
    };
  });
  if (messages.length > 0) await queues.sendVerify(messages);
}

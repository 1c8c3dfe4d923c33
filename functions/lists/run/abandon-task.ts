import type { VerifyTaskMessage } from '../../../shared/messages/lists.ts';
import type { LogFields } from '../../platform/log.ts';
import { completeTask, type CompleteTaskDeps, sendFollowUpMessages } from './complete-task.ts';
import { emptyAnswer, loadTask } from './load-task.ts';

/**
 * Marks the addresses of a task that keeps failing as `unknown`, so that its list can finish.
 * @param key of the answer to the task
 */
export async function abandonTask(
  deps: CompleteTaskDeps,
  message: VerifyTaskMessage,
  key: string,
): Promise<LogFields> {
  const fields = await completeAsUnknown(deps, message);
  await emptyAnswer(deps, message, key);
  return { list: message.listId, task: message.task, ...fields };
}

async function completeAsUnknown(
  deps: CompleteTaskDeps,
  message: VerifyTaskMessage,
): Promise<LogFields> {
  const { list, addresses, completion } = await loadTask(deps, message);
  if (completion) {
    await sendFollowUpMessages(deps, list, completion);
    return { outcome: 'duplicate' };
  }
  if (!addresses) return { outcome: 'noop' };
  const verdicts = addresses.map(
    ({ ordinal }) => ({ ordinal, status: 'unknown', reason: 'server_error' }) as const,
  );
  const unfinished = { retry: [], deferred: [], delaySeconds: 0 };
  const completed = await completeTask(deps, list, message, { verdicts, unfinished });
  return { ...completed, abandoned: verdicts.length };
}

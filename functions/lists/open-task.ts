import type { VerifyMessage } from '../../shared/messages/lists.ts';
import { type CompleteDeps, followUp } from './complete-task.ts';
import { type List, isRunning } from './rules/list.ts';

/**
 * The list of a task that is still to be done. A task that is done may have died before it told
 * what comes next, so that is sent again.
 * @returns the list, or why there is nothing to do, for the log: `without effect` where the list is
 *   gone, stopped, finished or started anew, `done before` where the task has its completion record
 */
export async function openTask(
  deps: CompleteDeps,
  { userId, listId, epoch, task }: VerifyMessage,
): Promise<List | 'without effect' | 'done before'> {
  const list = await deps.lists.get(userId, listId);
  if (!list || list.epoch !== epoch || !isRunning(list)) return 'without effect';
  const completion = await deps.tasks.completion(listId, task);
  if (!completion) return list;
  await followUp(deps, list, completion);
  return 'done before';
}

import type { VerifyMessage } from '../../shared/messages/lists.ts';
import { isRunning } from './rules/list.ts';
import { completeTask, followUp, type CompleteDeps } from './complete-task.ts';
import type { LogFields } from '../platform/log.ts';
import { readTask } from './read-task.ts';

/**
 * Ends a task that failed again and again: its addresses are answered "could not be verified",
 * free of charge, so that one poisonous address never holds up a list.
 * @returns what stands in the log of this run
 */
export async function abandonTask(deps: CompleteDeps, message: VerifyMessage): Promise<LogFields> {
  const { userId, listId, task, attempt } = message;
  const run = { list: listId, task, attempt };
  const list = await deps.lists.get(userId, listId);
  if (!list || list.epoch !== message.epoch || !isRunning(list))
    return { ...run, outcome: 'without effect' };
  const completion = await deps.tasks.completion(listId, task);
  if (completion) {
    await followUp(deps, list, completion);
    return { ...run, outcome: 'done before' };
  }

  const addresses = await readTask(deps, message);
  const verdicts = addresses.map(
    ({ ordinal }) => ({ ordinal, status: 'unknown', reason: 'server_error' }) as const,
  );
  const leftovers = { retry: [], deferred: [], delaySeconds: 0 };
  const outcome = await completeTask(deps, list, message, verdicts, leftovers);
  return { ...run, outcome, abandoned: verdicts.length };
}

import type { VerifyMessage } from '../../shared/messages.ts';
import { isRunning } from '../domain/list/list.ts';
import { completeTask, followUp, type CompleteDeps } from './complete-task.ts';
import { readTask } from './read-task.ts';

/**
 * Ends a task that failed again and again: its addresses are answered "could not be verified",
 * free of charge, so that one poisonous address never holds up a list.
 */
export async function buryTask(deps: CompleteDeps, message: VerifyMessage): Promise<void> {
  const list = await deps.lists.get(message.userId, message.listId);
  if (!list || list.epoch !== message.epoch || !isRunning(list)) return;
  const marker = await deps.tasks.marker(message.listId, message.task);
  if (marker) return followUp(deps, list, marker);

  const addresses = await readTask(deps, message);
  const verdicts = addresses.map(
    ({ ordinal }) => ({ ordinal, status: 'unknown', reason: 'server_error' }) as const,
  );
  const leftovers = { again: [], later: [], delaySeconds: 0 };
  await completeTask(deps, list, message, verdicts, leftovers);
}

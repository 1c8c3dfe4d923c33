import type { VerifyTaskMessage } from '../../../shared/messages/lists.ts';
import { completeTask, type CompleteTaskDeps } from './complete-task.ts';
import type { LogFields } from '../../platform/log.ts';
import type { ListsDeps } from '../deps.ts';
import { loadOpenTask } from './load-open-task.ts';

export type AbandonTaskDeps = CompleteTaskDeps & Pick<ListsDeps, 'taskClaims'>;

/** Marks the addresses of a task that keeps failing as `unknown`, so that its list can finish. */
export async function abandonTask(
  deps: AbandonTaskDeps,
  message: VerifyTaskMessage,
): Promise<LogFields> {
  const fields = await completeAsUnknown(deps, message);
  await deps.taskClaims.release(message);
  return fields;
}

async function completeAsUnknown(
  deps: CompleteTaskDeps,
  message: VerifyTaskMessage,
): Promise<LogFields> {
  const run = { list: message.listId, task: message.task };
  const opened = await loadOpenTask(deps, message);
  if (typeof opened === 'string') return { ...run, outcome: opened };

  const { list, addresses } = opened;
  const verdicts = addresses.map(
    ({ ordinal }) => ({ ordinal, status: 'unknown', reason: 'server_error' }) as const,
  );
  const unfinished = { retry: [], deferred: [], delaySeconds: 0 };
  const completed = await completeTask(deps, list, message, verdicts, unfinished);
  return { ...run, ...completed, abandoned: verdicts.length };
}

import { manifestKey } from '../rules/blob-keys.ts';
import { type List, awaitsCredits } from '../rules/list.ts';
import { parseManifest } from '../rules/manifest.ts';
import { childTaskId } from '../rules/task-id.ts';
import { sendChildTasks } from './complete-task.ts';
import type { ListsDeps } from '../deps.ts';
import type { TaskCompletion } from '../rules/completion.ts';
import { createDueTaskMessages, createPreviewMessages } from './start-list.ts';

/**
 * Resends due tasks without a completion record, and child tasks only if they are overdue by
 * `timeoutMs`.
 */
export async function resendLostTasks(
  deps: Pick<ListsDeps, 'blobs' | 'tasks' | 'queues' | 'clock'>,
  list: List,
  timeoutMs: number,
): Promise<void> {
  const manifest = parseManifest(await deps.blobs.bytes(manifestKey(list)));
  const completions = new Map<string, TaskCompletion>();
  for await (const completion of deps.tasks.listCompletions(list.listId))
    completions.set(completion.task, completion);

  const roots = [
    ...(awaitsCredits(list) ? [] : createDueTaskMessages(list, manifest, completions)),
    ...createPreviewMessages(list, manifest).filter(
      ({ message }) => !completions.has(message.task),
    ),
  ];
  if (roots.length > 0) await deps.queues.sendVerify(roots);

  for (const completion of completions.values()) {
    const overdueMs = deps.clock.now() - timeoutMs - completion.at;
    await sendChildTasks(
      deps,
      list,
      completion,
      ({ hop, delaySeconds }) =>
        !completions.has(childTaskId(completion.task, hop)) && delaySeconds * 1000 <= overdueMs,
    );
  }
}

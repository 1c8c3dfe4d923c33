import { manifestKey } from '../rules/blob-keys.ts';
import { type List, awaitsCredits } from '../rules/list.ts';
import { parseManifest } from '../rules/manifest.ts';
import { childTask } from '../rules/task-id.ts';
import { sendChildren } from './complete-task.ts';
import type { ListsDeps } from '../deps.ts';
import type { Completion } from '../rules/completion.ts';
import { previewMessages, queueFor, rootMessages } from './start-list.ts';

/** Resends tasks without a completion record, but child tasks only if overdue by `timeoutMs`. */
export async function sendLostTasks(
  deps: Pick<ListsDeps, 'blobs' | 'tasks' | 'queues' | 'clock'>,
  list: List,
  timeoutMs: number,
): Promise<void> {
  const manifest = parseManifest(await deps.blobs.bytes(manifestKey(list)));
  const completions = new Map<string, Completion>();
  for await (const completion of deps.tasks.listCompletions(list.listId))
    completions.set(completion.task, completion);

  const roots = [
    ...(awaitsCredits(list) ? [] : rootMessages(list, manifest)),
    ...previewMessages(list, manifest),
  ].filter(({ message }) => !completions.has(message.task));
  if (roots.length > 0) await deps.queues.sendVerify(roots, queueFor(list));

  for (const completion of completions.values()) {
    const overdueMs = deps.clock.now() - timeoutMs - completion.at;
    await sendChildren(
      deps,
      list,
      completion,
      ({ hop, delaySeconds }) =>
        !completions.has(childTask(completion.task, hop)) && delaySeconds * 1000 <= overdueMs,
    );
  }
}

import { manifestKey } from '../domain/list/blob-keys.ts';
import type { List } from '../domain/list/list.ts';
import { readManifest } from '../domain/list/manifest.ts';
import { childTask, rootTask } from '../domain/list/task-id.ts';
import { sendChildren } from './complete-task.ts';
import type { Blobs } from './ports/blobs.ts';
import type { Queues } from './ports/queues.ts';
import type { Clock } from './ports/system.ts';
import type { Marker, Tasks } from './ports/tasks.ts';
import { rootMessages, laneOf } from './start-list.ts';

/**
 * Sends every task of a list again that has no marker, unless it is meant to wait and has not been
 * overdue for `patienceMs`.
 */
export async function sendLostTasks(
  deps: {
    readonly blobs: Blobs;
    readonly tasks: Tasks;
    readonly queues: Queues;
    readonly clock: Clock;
  },
  list: List,
  patienceMs: number,
): Promise<void> {
  const manifest = readManifest(await deps.blobs.bytes(manifestKey(list.listId)));
  const markers = new Map<string, Marker>();
  for await (const marker of deps.tasks.markers(list.listId)) markers.set(marker.task, marker);

  const roots = rootMessages(list, manifest).filter((_, number) => !markers.has(rootTask(number)));
  if (roots.length > 0) await deps.queues.sendVerify(roots, laneOf(list));

  for (const marker of markers.values()) {
    const overdue = deps.clock.now() - patienceMs - marker.at;
    await sendChildren(
      deps,
      list,
      marker,
      ({ hop, delaySeconds }) =>
        !markers.has(childTask(marker.task, hop)) && delaySeconds * 1000 < overdue,
    );
  }
}

import type { VerifyMessage } from '../../shared/messages.ts';
import { addressesKey, taskKeyOf } from '../domain/list/blob-keys.ts';
import { parentTask } from '../domain/list/task-id.ts';
import { type TaskAddress, parseAddressLines } from '../domain/list/work-lines.ts';
import type { Blobs } from './ports/blobs.ts';
import type { Tasks } from './ports/tasks.ts';

/**
 * The addresses of a task: a range of the list's addresses for a root, and for a task that grew
 * what that run of its parent left which counts.
 */
export async function readTask(
  { blobs, tasks }: { readonly blobs: Blobs; readonly tasks: Tasks },
  { listId, task, range }: Pick<VerifyMessage, 'listId' | 'task' | 'range'>,
): Promise<TaskAddress[]> {
  const parent = parentTask(task);
  if (parent === undefined) {
    if (!range) throw new Error(`root task ${task} of ${listId} came without its range`);
    return parse(await blobs.bytes(addressesKey(listId), range));
  }
  const marker = await tasks.marker(listId, parent);
  if (!marker) throw new Error(`task ${task} of ${listId} came before its parent was done`);
  return parse(await blobs.bytes(taskKeyOf(listId, task, marker.run)));
}

const parse = (bytes: Uint8Array): TaskAddress[] =>
  parseAddressLines(Buffer.from(bytes).toString());

import type { VerifyMessage } from '../../shared/messages/lists.ts';
import { addressesKey, taskKeyOf } from './rules/blob-keys.ts';
import type { List } from './rules/list.ts';
import { parentTask } from './rules/task-id.ts';
import { type TaskAddress, parseAddressLines } from './rules/work-lines.ts';
import type { Blobs } from '../platform/s3/blobs.ts';
import type { Tasks } from './ports.ts';

/**
 * The addresses of a task: a range of the list's addresses for a root, and for a task that grew
 * what that run of its parent left which counts.
 */
export async function readTask(
  { blobs, tasks }: { readonly blobs: Blobs; readonly tasks: Tasks },
  list: Pick<List, 'listId' | 'readRun'>,
  { task, range }: Pick<VerifyMessage, 'task' | 'range'>,
): Promise<TaskAddress[]> {
  const { listId } = list;
  const parent = parentTask(task);
  if (parent === undefined) {
    if (!range) throw new Error(`root task ${task} of ${listId} came without its range`);
    return parse(await blobs.bytes(addressesKey(list), range));
  }
  const completion = await tasks.completion(listId, parent);
  if (!completion) throw new Error(`task ${task} of ${listId} came before its parent was done`);
  return parse(await blobs.bytes(taskKeyOf(listId, task, completion.run)));
}

const parse = (bytes: Uint8Array): TaskAddress[] =>
  parseAddressLines(Buffer.from(bytes).toString());

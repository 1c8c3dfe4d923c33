import type { VerifyTaskMessage } from '../../../shared/messages/lists.ts';
import { isFinalStatus } from '../../../shared/model/list-status.ts';
import { addressesKey, previewKey, taskAddressesKey } from '../rules/blob-keys.ts';
import type { TaskCompletion } from '../rules/completion.ts';
import { type List, isAtDailyLimit, isVerifying } from '../rules/list.ts';
import { parentTaskId } from '../rules/task-id.ts';
import { type TaskAddress, parseAddressLines } from '../rules/work-lines.ts';
import type { ListsDeps } from '../deps.ts';

type LoadTaskDeps = Pick<ListsDeps, 'blobs' | 'lists' | 'tasks'>;

/** An earlier version paused lists at the daily limit while some of their tasks were running. */
const acceptsVerdicts = (list: List): boolean => isVerifying(list) || isAtDailyLimit(list);

/**
 * Loads a task and its list.
 * @returns the addresses if the list may get their verdicts, or the completion record if it has
 * them. Neither is set if the list is paused, ended or deleted, which leaves `list` undefined.
 */
export async function loadTask(
  deps: LoadTaskDeps,
  message: VerifyTaskMessage,
): Promise<
  | { list: List; addresses: TaskAddress[]; completion?: undefined }
  | { list: List; addresses?: undefined; completion: TaskCompletion }
  | { list: List | undefined; addresses?: undefined; completion?: undefined }
> {
  const { userId, listId, task } = message;
  const list = await deps.lists.get(userId, listId);
  if (!list || !acceptsVerdicts(list)) return { list };
  const completion = await deps.tasks.getCompletion(listId, task);
  if (completion) return { list, completion };
  return { list, addresses: await readAddresses(deps, list, message) };
}

/**
 * Replaces the answer to a task by an empty object once it is no longer needed. The empty object
 * prevents late messages of the task from contacting a server.
 */
export async function emptyAnswer(
  { blobs, lists, tasks }: LoadTaskDeps,
  { userId, listId, task }: VerifyTaskMessage,
  key: string,
): Promise<void> {
  const list = await lists.get(userId, listId);
  const isOver = !list || isFinalStatus(list.status);
  const completion = isOver ? undefined : await tasks.getCompletion(listId, task);
  if (!isOver && (!completion || completion.uncounted)) return;
  if ((await blobs.size(key)) !== 0) await blobs.put(key, '');
}

/**
 * Returns the addresses of a task. A root task has a range of the list's addresses, without those
 * in the preview. The preview task, which has no range, has the addresses of the preview. A child
 * task has the addresses that its parent's run did not finish.
 */
async function readAddresses(
  { blobs, tasks }: LoadTaskDeps,
  list: List,
  { task, range }: VerifyTaskMessage,
): Promise<TaskAddress[]> {
  const { listId } = list;
  const parent = parentTaskId(task);
  if (parent === undefined) {
    const addresses = range && parse(await blobs.bytes(addressesKey(list), range));
    if (addresses && list.look === undefined) return addresses;
    const preview = parse(await blobs.bytes(previewKey(list)));
    const previewOrdinals = new Set(preview.map(({ ordinal }) => ordinal));
    return addresses?.filter(({ ordinal }) => !previewOrdinals.has(ordinal)) ?? preview;
  }
  const completion = await tasks.getCompletion(listId, parent);
  if (!completion) throw new Error(`the parent of task ${task} of list ${listId} is not completed`);
  return parse(await blobs.bytes(taskAddressesKey(listId, task, completion.run)));
}

const parse = (bytes: Uint8Array): TaskAddress[] =>
  parseAddressLines(Buffer.from(bytes).toString());

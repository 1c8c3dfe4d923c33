import type { VerifyTaskMessage } from '../../../shared/messages/lists.ts';
import { addressesKey, previewKey, taskAddressesKey } from '../rules/blob-keys.ts';
import { type List, isVerifying } from '../rules/list.ts';
import { parentTaskId } from '../rules/task-id.ts';
import { type TaskAddress, parseAddressLines } from '../rules/work-lines.ts';
import { type CompleteTaskDeps, sendFollowUpMessages } from './complete-task.ts';

/**
 * Loads the list and the addresses of a task that is not done yet. If the task is done, sends its
 * follow-up messages again: the run that completed it may have been killed before it sent them.
 * @param isOpen whether a list in this state may get the verdicts of a task
 * @returns the list and the addresses, or the outcome for the log: `noop` if the list is not open,
 * `duplicate` if the task already has a completion record
 */
export async function loadOpenTask(
  deps: CompleteTaskDeps,
  message: VerifyTaskMessage,
  isOpen: (list: List) => boolean = isVerifying,
): Promise<{ list: List; addresses: TaskAddress[] } | 'noop' | 'duplicate'> {
  const { userId, listId, task } = message;
  const list = await deps.lists.get(userId, listId);
  if (!list || !isOpen(list)) return 'noop';
  const completion = await deps.tasks.getCompletion(listId, task);
  if (!completion) return { list, addresses: await readAddresses(deps, list, message) };
  await sendFollowUpMessages(deps, list, completion);
  return 'duplicate';
}

/**
 * Returns the addresses of a task. A root task has a range of the list's addresses, without those
 * in the preview. The preview task, which has no range, has the addresses of the preview. A child
 * task has the addresses that its parent's run left unfinished.
 */
async function readAddresses(
  { blobs, tasks }: CompleteTaskDeps,
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

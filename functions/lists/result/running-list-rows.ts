import type { ListsDeps } from '../deps.ts';
import {
  previewKey,
  manifestKey,
  taskVerdictsKey,
  taskAddressesKey,
  addressesKey,
} from '../rules/blob-keys.ts';
import type { TaskCompletion } from '../rules/completion.ts';
import type { List } from '../rules/list.ts';
import { type TaskPlan, parseManifest } from '../rules/manifest.ts';
import { parentTaskId, rootTaskNumber } from '../rules/task-id.ts';
import { parseAddressLines, parseVerdictLines } from '../rules/work-lines.ts';

type RunningRowsDeps = Pick<ListsDeps, 'blobs' | 'tasks'>;

const TASK_CONCURRENCY = 8;

/** A verdict for an unfinished list: a line that its task has written, and the address. */
export interface RunningListRow {
  readonly task: string;
  /** The line number, from 0, among the verdicts of the task. */
  readonly line: number;
  readonly address: string;
  readonly cells: readonly string[];
}

/** Yields a list's verdicts so far, by task, starting at task `from`, in batches of tasks. */
export async function* readRunningListRows(
  deps: RunningRowsDeps,
  list: List,
  from: string | undefined,
): AsyncGenerator<RunningListRow[]> {
  if (list.readRun === null) return;
  const manifest = parseManifest(await deps.blobs.bytes(manifestKey(list)));
  let batch: TaskCompletion[] = [];
  const read = async (): Promise<RunningListRow[]> =>
    (await Promise.all(batch.map((each) => rowsOf(deps, list, manifest, each)))).flat();
  for await (const completion of deps.tasks.listCompletions(list.listId, from)) {
    batch.push(completion);
    if (batch.length < TASK_CONCURRENCY) continue;
    yield await read();
    batch = [];
  }
  yield await read();
}

const decodeText = async (bytes: Promise<Uint8Array>): Promise<string> =>
  Buffer.from(await bytes).toString();

async function rowsOf(
  { blobs, tasks }: RunningRowsDeps,
  list: List,
  manifest: TaskPlan,
  { task, run }: TaskCompletion,
): Promise<RunningListRow[]> {
  const { listId } = list;
  const parent = parentTaskId(task);
  const addresses = async (): Promise<string> => {
    if (parent === undefined) {
      const range = manifest.tasks[rootTaskNumber(task)];
      return decodeText(blobs.bytes(range ? addressesKey(list) : previewKey(list), range));
    }
    const parentCompletion = await tasks.getCompletion(listId, parent);
    return decodeText(blobs.bytes(taskAddressesKey(listId, task, parentCompletion?.run ?? '')));
  };
  const [part, addressText] = await Promise.all([
    decodeText(blobs.bytes(taskVerdictsKey(listId, task, run))),
    addresses(),
  ]);
  const addressByOrdinal = new Map(
    parseAddressLines(addressText).map(({ ordinal, address }) => [String(ordinal), address]),
  );
  return parseVerdictLines(part).map((cells, line) => ({
    task,
    line,
    address: addressByOrdinal.get(cells[0] ?? '') ?? '',
    cells,
  }));
}

import type { ListsDeps } from '../deps.ts';
import { previewKey, manifestKey, partKey, taskKeyOf, addressesKey } from '../rules/blob-keys.ts';
import type { Completion } from '../rules/completion.ts';
import type { List } from '../rules/list.ts';
import { type TaskPlan, readPlan } from '../rules/manifest.ts';
import { parentTask, rootNumber } from '../rules/task-id.ts';
import { parseAddressLines, parseVerdictLines } from '../rules/work-lines.ts';

type Reader = Pick<ListsDeps, 'blobs' | 'tasks'>;

const TASKS_AT_ONCE = 8;

/** An answer of an unfinished list: a line of a task's part, and the address it is about. */
export interface RunningRow {
  readonly task: string;
  /** The line number from 0 in the part of its task. */
  readonly line: number;
  readonly address: string;
  readonly cells: readonly string[];
}

/** The answers of a list so far, in task order from `from` on, in batches of several tasks. */
export async function* runningRows(
  deps: Reader,
  list: List,
  from: string | undefined,
): AsyncGenerator<RunningRow[]> {
  if (list.readRun === null) return;
  const manifest = readPlan(await deps.blobs.bytes(manifestKey(list)));
  let batch: Completion[] = [];
  const read = async (): Promise<RunningRow[]> =>
    (await Promise.all(batch.map((each) => rowsOf(deps, list, manifest, each)))).flat();
  for await (const completion of deps.tasks.listCompletions(list.listId, from)) {
    batch.push(completion);
    if (batch.length < TASKS_AT_ONCE) continue;
    yield await read();
    batch = [];
  }
  yield await read();
}

const textOf = async (bytes: Promise<Uint8Array>): Promise<string> =>
  Buffer.from(await bytes).toString();

async function rowsOf(
  { blobs, tasks }: Reader,
  list: List,
  manifest: TaskPlan,
  { task, run }: Completion,
): Promise<RunningRow[]> {
  const { listId } = list;
  const parent = parentTask(task);
  const addresses = async (): Promise<string> => {
    if (parent === undefined) {
      const range = manifest.tasks[rootNumber(task)];
      return textOf(blobs.bytes(range ? addressesKey(list) : previewKey(list), range));
    }
    const grownIn = await tasks.getCompletion(listId, parent);
    return textOf(blobs.bytes(taskKeyOf(listId, task, grownIn?.run ?? '')));
  };
  const [part, asked] = await Promise.all([
    textOf(blobs.bytes(partKey(listId, task, run))),
    addresses(),
  ]);
  const byOrdinal = new Map(
    parseAddressLines(asked).map(({ ordinal, address }) => [String(ordinal), address]),
  );
  return parseVerdictLines(part).map((cells, line) => ({
    task,
    line,
    address: byOrdinal.get(cells[0] ?? '') ?? '',
    cells,
  }));
}

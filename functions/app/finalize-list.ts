import { partKey, manifestKey, resultKey, rowsKey, sourceKey } from '../domain/list/blob-keys.ts';
import { readRows } from '../domain/csv/rows.ts';
import { type List, isRunning } from '../domain/list/list.ts';
import { type Manifest, readManifest } from '../domain/list/manifest.ts';
import { resultLines } from '../domain/list/result-lines.ts';
import { RESULT_MS } from '../domain/list/retention.ts';
import { type VerdictSheet, createVerdictSheet } from '../domain/list/verdict-sheet.ts';
import { notifyOwner, type NotifyDeps } from './notify-owner.ts';
import type { Blobs } from './ports/blobs.ts';
import type { Clock } from './ports/system.ts';
import type { Tasks } from './ports/tasks.ts';

export interface FinalizeDeps extends NotifyDeps {
  readonly blobs: Blobs;
  readonly tasks: Tasks;
  readonly clock: Clock;
}

/** Parts read at a time: enough to hide their latency, few enough to fit in memory. */
const PARALLEL_PARTS = 16;

/**
 * Writes the result of a list whose tasks are all done, settles its credits and tells its owner.
 * Run twice, it writes the same bytes under the same key, and the rest happens once.
 */
export async function finalizeList(
  deps: FinalizeDeps,
  userId: string,
  listId: string,
): Promise<void> {
  const list = await deps.lists.get(userId, listId);
  if (!list || !isRunning(list) || list.open > 0) return;

  const manifest = readManifest(await deps.blobs.bytes(manifestKey(listId)));
  const sheet = await collect(deps, list, manifest);
  await deps.blobs.write(
    resultKey(listId),
    resultLines(
      readRows(deps.blobs.read(sourceKey(listId)), manifest.reading),
      deps.blobs.read(rowsKey(listId)),
      manifest,
      sheet,
    ),
  );

  const now = deps.clock.now();
  const finished = await deps.lists.finish(list, now, now + RESULT_MS);
  if (finished) return notifyOwner(deps, finished);
  // The list may have been deleted meanwhile, and its objects with it, all but this one.
  const left = await deps.lists.get(userId, listId);
  if (!left) await deps.blobs.remove(resultKey(listId));
}

/** All verdicts, from the runs that count. */
async function collect(
  { blobs, tasks }: FinalizeDeps,
  { listId }: List,
  { total, badSyntax }: Manifest,
): Promise<VerdictSheet> {
  const sheet = createVerdictSheet(total);
  const keys: string[] = [];
  for await (const { task, run } of tasks.markers(listId)) keys.push(partKey(listId, task, run));
  for (let at = 0; at < keys.length; at += PARALLEL_PARTS) {
    const parts = keys.slice(at, at + PARALLEL_PARTS).map((key) => blobs.bytes(key));
    for (const part of await Promise.all(parts)) sheet.take(Buffer.from(part).toString());
  }
  if (sheet.known + badSyntax !== total)
    throw new Error(`${listId} has ${sheet.known} verdicts for ${total - badSyntax} addresses`);
  return sheet;
}

import {
  manifestKey,
  partKey,
  resultIndexKey,
  resultKey,
  resultPrefix,
  rowsKey,
  sourceKey,
} from './rules/blob-keys.ts';
import { readRows } from '../../shared/list-file/rows.ts';
import type { List } from './rules/list.ts';
import { type Manifest, readManifest } from './rules/manifest.ts';
import { resultPieces } from './rules/result-pieces.ts';
import { RESULT_MS } from './rules/retention.ts';
import { type VerdictSheet, createVerdictSheet } from './rules/verdict-sheet.ts';
import { finish, startFinalizing } from './rules/transitions.ts';
import { notifyOwner, warnOfFewCredits } from './notify-owner.ts';
import type { LogFields } from '../platform/log.ts';
import { writeTogether } from '../platform/s3/write-together.ts';
import type { ListsDeps } from './deps.ts';
import { type RunDeps, runOnList } from './run-on-list.ts';

type FinalizeDeps = RunDeps & Pick<ListsDeps, 'blobs' | 'tasks'>;

/** Parts read at a time: enough to hide their latency, few enough to fit in memory. */
const PARALLEL_PARTS = 16;

/**
 * Writes the result of a list whose tasks are all done, settles its credits and tells its owner.
 * Run twice, it writes the same bytes under the same key, and the rest happens once.
 * @returns what stands in the log of this run
 */
export async function finalizeList(
  deps: FinalizeDeps,
  userId: string,
  listId: string,
): Promise<LogFields> {
  const { lists, clock } = deps;
  const found = await lists.get(userId, listId);
  const list = found && (await lists.update(found, startFinalizing(found, clock.now())));
  if (!list) return { list: listId, outcome: 'without_effect' };
  return runOnList(deps, list, () => writeAndFinish(deps, list));
}

async function writeAndFinish(deps: FinalizeDeps, list: List): Promise<LogFields> {
  const { userId, listId } = list;
  const manifest = readManifest(await deps.blobs.bytes(manifestKey(list)));
  const sheet = await collect(deps, list, manifest);
  await writeTogether(
    deps.blobs,
    (name) => (name === 'index' ? resultIndexKey(listId) : resultKey(listId, name)),
    resultPieces(
      readRows(deps.blobs.read(sourceKey(list)), manifest.reading),
      deps.blobs.read(rowsKey(list)),
      manifest,
      sheet,
    ),
  );

  const now = deps.clock.now();
  const finished = await deps.lists.update(list, finish(list, now + RESULT_MS, now));
  if (finished) {
    await notifyOwner(deps, finished);
    await warnOfFewCredits(deps, finished);
    const { createdAt, processed, charged } = finished;
    const ageMs = now - Date.parse(createdAt);
    return { outcome: 'finished', processed, charged, ageMs };
  }
  // The list may have been deleted meanwhile, and its objects with it, all but these.
  const left = await deps.lists.get(userId, listId);
  if (!left) await deps.blobs.deleteAll(resultPrefix(listId));
  return { outcome: 'without_effect' };
}

/** All verdicts, from the runs that count. */
async function collect(
  { blobs, tasks }: FinalizeDeps,
  { listId }: List,
  { total, badSyntax }: Manifest,
): Promise<VerdictSheet> {
  const sheet = createVerdictSheet(total);
  const keys: string[] = [];
  for await (const { task, run } of tasks.listCompletions(listId))
    keys.push(partKey(listId, task, run));
  for (let at = 0; at < keys.length; at += PARALLEL_PARTS) {
    const parts = keys.slice(at, at + PARALLEL_PARTS).map((key) => blobs.bytes(key));
    for (const part of await Promise.all(parts)) sheet.take(Buffer.from(part).toString());
  }
  if (sheet.known + badSyntax !== total)
    throw new Error(`${listId} has ${sheet.known} verdicts for ${total - badSyntax} addresses`);
  return sheet;
}

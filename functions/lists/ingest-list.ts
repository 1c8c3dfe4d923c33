import { LIST_STATUS } from '../../shared/model/list-status.ts';
import { FileProblem } from '../../shared/list-file/file-problem.ts';
import { manifestKey, uploadKeyOf } from './rules/blob-keys.ts';
import { isHopeless } from './rules/hopeless.ts';
import type { List } from './rules/list.ts';
import { secondsToWait } from './rules/reading-turn.ts';
import type { PipelineEnv } from './ports.ts';
import { readManifest } from './rules/manifest.ts';
import { failUnlessEnded } from './fail-unless-ended.ts';
import { type GiveUpDeps, giveUp } from './give-up.ts';
import { notifyOwner } from './notify-owner.ts';
import type { LogFields } from '../platform/log.ts';
import { readUpload, type ReadUploadDeps } from './read-upload.ts';
import { type StartDeps, fanOut, startList } from './start-list.ts';

export interface IngestDeps extends StartDeps, GiveUpDeps, ReadUploadDeps {
  readonly env: PipelineEnv;
}

interface Arrival {
  readonly userId: string;
  readonly listId: string;
  /** The message was delivered before, or is one of ours: whoever it was for may have died. */
  readonly again: boolean;
}

/**
 * Turns an arrived file into a list with tasks. May be run for one file any number of times, at
 * any moment, and cut off anywhere: the objects of one run count, and every move of the list happens
 * once.
 * @returns what stands in the log of this run
 */
export async function ingestList(
  deps: IngestDeps,
  { userId, listId, again }: Arrival,
): Promise<LogFields> {
  const run = { list: listId };
  // 1. An upload may be overwritten while its form is valid, and the bucket tells of each time.
  if (!again && (await deps.lists.get(userId, listId))) return { ...run, outcome: 'known' };
  const list = await deps.lists.arrive(userId, listId, deps.clock.now());
  // 2. Nobody waits for this file: its list was deleted, or never announced.
  if (!list) {
    await deps.blobs.remove(uploadKeyOf(userId, listId));
    return { ...run, outcome: 'not expected' };
  }
  // 3. A message that comes again may be what was left of a run that died while it fanned out.
  if (list.status === LIST_STATUS.wait_on_queue) {
    await fanOut(deps, list);
    return { ...run, outcome: 'fanned out again' };
  }
  // 4. Its owner may have another list that is being read.
  if (isUnread(list) && !(await deps.lists.takeTurn(list, deps.clock.now()))) {
    await waitForTurn(deps, list);
    return { ...run, outcome: 'waits for its turn' };
  }
  const begun = await deps.lists.begin(list, deps.clock.now());
  if (!begun) return { ...run, outcome: 'without effect' };
  if (isHopeless(begun, deps.clock.now())) return giveUp(deps, begun);
  try {
    return { ...run, ...(await readAndStart(deps, begun)) };
  } catch (error) {
    if (error instanceof FileProblem) return { ...run, ...(await cancel(deps, begun, error)) };
    return { ...run, ...(await failUnlessEnded(deps, begun, error)) };
  }
}

const isUnread = ({ status, readRun }: List): boolean =>
  status <= LIST_STATUS.initialization && readRun === null;

async function waitForTurn({ queues, clock, env }: IngestDeps, list: List): Promise<void> {
  const { userId, listId } = list;
  const seconds = secondsToWait(list, clock.now(), env.TIME_SCALE);
  if (seconds !== undefined)
    await queues.sendList({ kind: 'ingest', v: 1, userId, listId }, seconds);
}

async function readAndStart(deps: IngestDeps, list: List): Promise<LogFields> {
  const counted = list.readRun === null ? await readUpload(deps, list) : list;
  if (!counted) return { outcome: 'without effect' };
  const manifest = readManifest(await deps.blobs.bytes(manifestKey(counted)));
  const outcome = await startList(deps, counted, manifest);
  const { total, duplicates, badSyntax, tasks } = manifest;
  return { outcome, total, duplicates, badSyntax, tasks: tasks.length };
}

async function cancel(deps: IngestDeps, list: List, { fault }: FileProblem): Promise<LogFields> {
  const canceled = await deps.lists.cancel(list, fault, deps.clock.now());
  if (canceled) await notifyOwner(deps, canceled);
  return { outcome: fault };
}

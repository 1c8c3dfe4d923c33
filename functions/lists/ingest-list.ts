import { LIST_STATUS } from '../../shared/model/list-status.ts';
import { MAX_UPLOAD_BYTES } from '../../shared/model/upload-limits.ts';
import { FileProblem } from '../../shared/list-file/file-problem.ts';
import { addressesKey, manifestKey, rowsKey, sourceKey, uploadKeyOf } from './rules/blob-keys.ts';
import type { List } from './rules/list.ts';
import { type Manifest, writeManifest } from './rules/manifest.ts';
import { layOutAddresses } from './rules/plan-tasks.ts';
import type { Blobs } from '../platform/s3/blobs.ts';
import type { ReadAddress } from '../../shared/address/read-address.ts';
import { notifyOwner, type NotifyDeps } from './notify-owner.ts';
import type { LogFields } from '../platform/log.ts';
import { HEAD_BYTES, readFile } from './read-file.ts';
import { type StartDeps, fanOut, startList } from './start-list.ts';

export interface IngestDeps extends StartDeps, NotifyDeps {
  readonly blobs: Blobs;
  readonly readAddress: ReadAddress;
}

/**
 * Turns an arrived file into a list with tasks. May be run for one file any number of times, at
 * any moment, and cut off anywhere: it writes the same objects under the same keys, and every move
 * of the list happens once.
 * @returns what stands in the log of this run
 */
export async function ingestList(
  deps: IngestDeps,
  userId: string,
  listId: string,
): Promise<LogFields> {
  const run = { list: listId };
  const upload = uploadKeyOf(userId, listId);
  const arrived = await deps.lists.arrive(userId, listId, deps.clock.now());
  // 1. Nobody waits for this file: its list was deleted, or never announced.
  if (!arrived) {
    await deps.blobs.remove(upload);
    return { ...run, outcome: 'not expected' };
  }
  // 2. A message that comes again may be what was left of a run that died while it fanned out.
  if (arrived.status === LIST_STATUS.wait_on_queue) {
    await fanOut(deps, arrived);
    return { ...run, outcome: 'fanned out again' };
  }
  const list = await deps.lists.begin(arrived, deps.clock.now());
  if (!list) return { ...run, outcome: 'without effect' };

  try {
    // 3. From here on the file cannot change, even while its upload form is still valid.
    await keepSource(deps.blobs, upload, sourceKey(listId));
    const manifest = await readSource(deps, listId);
    const counted = await deps.lists.count(list, manifest, deps.clock.now());
    const outcome = counted ? await startList(deps, counted, manifest) : 'without effect';
    const { total, duplicates, badSyntax, tasks } = manifest;
    return { ...run, outcome, total, duplicates, badSyntax, tasks: tasks.length };
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error;
    await cancel(deps, list, error);
    return { ...run, outcome: error.fault };
  }
}

async function keepSource(blobs: Blobs, upload: string, source: string): Promise<void> {
  if ((await blobs.size(source)) !== undefined) return;
  const size = (await blobs.size(upload)) ?? 0;
  if (size === 0) throw new FileProblem('empty_file');
  if (size > MAX_UPLOAD_BYTES) throw new FileProblem('file_too_large');
  await blobs.copy(upload, source);
}

async function readSource({ blobs, readAddress }: IngestDeps, listId: string): Promise<Manifest> {
  const source = sourceKey(listId);
  const file = {
    head: await blobs.bytes(source, [0, HEAD_BYTES]),
    read: () => blobs.read(source),
    keepRows: (rows: AsyncIterable<Uint8Array>) => blobs.write(rowsKey(listId), rows),
  };
  const { manifest, index } = await readFile(file, readAddress);
  await blobs.write(addressesKey(listId), layOutAddresses(index));
  await blobs.put(manifestKey(listId), writeManifest(manifest));
  return manifest;
}

async function cancel(deps: IngestDeps, list: List, { fault }: FileProblem): Promise<void> {
  const canceled = await deps.lists.cancel(list, fault, deps.clock.now());
  if (canceled) await notifyOwner(deps, canceled);
}

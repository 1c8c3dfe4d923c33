import { manifestKey } from '../domain/list/blob-keys.ts';
import { awaitsCredits } from '../domain/list/list.ts';
import { readManifest } from '../domain/list/manifest.ts';
import { type StartDeps, startList } from './start-list.ts';

/**
 * Starts what a user's credits now suffice for: waiting lists in the order of their upload, up to
 * the first that still costs too much. Smaller ones behind it wait for their turn.
 */
export async function resumeLists(deps: StartDeps, userId: string): Promise<void> {
  const waiting = (await deps.lists.all(userId)).filter((list) => awaitsCredits(list)).toReversed();
  for (const list of waiting) {
    const manifest = readManifest(await deps.blobs.bytes(manifestKey(list.listId)));
    if ((await startList(deps, list, manifest)) === 'insufficient') return;
  }
}

import { manifestKey } from './rules/blob-keys.ts';
import { awaitsCredits } from './rules/list.ts';
import { readManifest } from './rules/manifest.ts';
import { type StartDeps, startList } from './start-list.ts';

/**
 * Starts what a user's credits now suffice for: waiting lists in the order of their upload, up to
 * the first that still costs too much. Smaller ones behind it wait for their turn.
 * @returns how many lists it started
 */
export async function resumeLists(deps: StartDeps, userId: string): Promise<number> {
  let started = 0;
  const waiting = (await deps.lists.all(userId)).filter((list) => awaitsCredits(list)).toReversed();
  for (const list of waiting) {
    const manifest = readManifest(await deps.blobs.bytes(manifestKey(list.listId)));
    const outcome = await startList(deps, list, manifest);
    if (outcome === 'insufficient') break;
    if (outcome === 'started') started += 1;
  }
  return started;
}

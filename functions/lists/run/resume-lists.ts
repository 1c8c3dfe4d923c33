import { manifestKey } from '../rules/blob-keys.ts';
import { type List, awaitsCredits, awaitsOwner } from '../rules/list.ts';
import { parseManifest } from '../rules/manifest.ts';
import { resume } from '../rules/transitions.ts';
import type { ListsDeps } from '../deps.ts';
import { sendLostTasks } from './send-lost-tasks.ts';
import { type StartDeps, isOwnerActive, startList } from './start-list.ts';

type ResumeDeps = StartDeps & Pick<ListsDeps, 'tasks'>;

/**
 * Sends the open tasks of lists that were paused because the user was inactive, then starts lists
 * that wait for credits, in upload order, up to the first that the balance does not cover.
 * @returns the number of lists it started
 */
export async function resumeLists(deps: ResumeDeps, userId: string): Promise<number> {
  if (!(await isOwnerActive(deps, userId))) return 0;
  const waiting: List[] = [];
  for (const found of (await deps.lists.listWithRechecks(userId)).toReversed()) {
    const list = awaitsOwner(found) ? await resumeList(deps, found) : found;
    if (list && awaitsCredits(list)) waiting.push(list);
  }
  let started = 0;
  for (const list of waiting) {
    const manifest = parseManifest(await deps.blobs.bytes(manifestKey(list)));
    const outcome = await startList(deps, list, manifest);
    if (outcome === 'deferred') break;
    if (outcome === 'done') started += 1;
  }
  return started;
}

/** Resumes a paused list and sends its open tasks. A list that never started waits for credits. */
async function resumeList(deps: ResumeDeps, paused: List): Promise<List | undefined> {
  const list = await deps.lists.update(paused, resume(paused, deps.clock.now()));
  if (!list || awaitsCredits(list)) return list;
  const { userId, listId } = list;
  if (list.open === 0) await deps.queues.sendFinalize({ kind: 'finalize', v: 1, userId, listId });
  else await sendLostTasks(deps, list, 0);
  return list;
}

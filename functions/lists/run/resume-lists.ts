import { manifestKey } from '../rules/blob-keys.ts';
import { type List, awaitsCredits, awaitsActiveOwner, isAtDailyLimit } from '../rules/list.ts';
import { parseManifest } from '../rules/manifest.ts';
import { resume } from '../rules/transitions.ts';
import type { ListsDeps } from '../deps.ts';
import { cancelIfLost } from './cancel-if-lost.ts';
import { resendLostTasks } from './resend-lost-tasks.ts';
import { readOwnerState, reserveAnswers, type StartListDeps, startList } from './start-list.ts';

type ResumeListsDeps = StartListDeps & Pick<ListsDeps, 'tasks'>;

/**
 * Resumes the lists that were paused for an inactive owner or at the daily limit. Then starts the
 * lists that wait for credits, oldest first, up to the first that the balance does not cover.
 * @returns the number of lists that waited for credits and were started
 */
export async function resumeLists(deps: ResumeListsDeps, userId: string): Promise<number> {
  const { isActive, isPaid } = await readOwnerState(deps, userId);
  if (!isActive) return 0;
  for await (const list of deps.lists.listPaused(userId))
    if (awaitsActiveOwner(list) || (isAtDailyLimit(list) && list.reserved > 0))
      await cancelIfLost(deps, list, () => resumeList(deps, list, isPaid));
  let started = 0;
  for await (const list of deps.lists.listPaused(userId)) {
    if (!awaitsCredits(list) && !(isAtDailyLimit(list) && list.reserved === 0)) continue;
    const outcome = await cancelIfLost(deps, list, async () =>
      startList(deps, list, parseManifest(await deps.blobs.bytes(manifestKey(list)))),
    );
    if (outcome === 'deferred') break;
    if (outcome === 'done') started += 1;
  }
  return started;
}

/** Resumes a paused list and sends its open tasks. A list that never started waits for credits. */
async function resumeList(deps: ResumeListsDeps, paused: List, isPaid: boolean): Promise<void> {
  const missing = paused.reserved - (paused.freeAnswers?.count ?? 0);
  const [answers, ...writes] = isAtDailyLimit(paused)
    ? await reserveAnswers(deps, paused, isPaid, missing)
    : [paused.freeAnswers];
  if (answers === null) return;
  const transition = resume(paused, deps.clock.now(), answers);
  const list = await deps.lists.reserve(paused, transition, writes);
  if (!list || list === 'insufficient' || awaitsCredits(list)) return;
  const { userId, listId } = list;
  if (list.open === 0) await deps.queues.sendFinalize({ kind: 'finalize', v: 1, userId, listId });
  else await resendLostTasks(deps, list, 0);
}

import { isRunning } from '../rules/list.ts';
import { pause } from '../rules/transitions.ts';
import type { ListsDeps } from '../deps.ts';

/**
 * Pauses what runs of a user who was made inactive. Reservations stay, and a task that is under way
 * has no effect any more. What starts meanwhile is found by the reconciler.
 * @returns how many lists it paused
 */
export async function pauseLists(
  { lists, clock }: Pick<ListsDeps, 'lists' | 'clock'>,
  userId: string,
): Promise<number> {
  let paused = 0;
  for (const list of await lists.listWithRechecks(userId)) {
    if (!isRunning(list)) continue;
    if (await lists.update(list, pause(list, 'account_inactive', clock.now()))) paused += 1;
  }
  return paused;
}

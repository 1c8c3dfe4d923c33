import { isRunning } from '../rules/list.ts';
import { pause } from '../rules/transitions.ts';
import type { ListsDeps } from '../deps.ts';

/**
 * Pauses the running lists of a deactivated user. The lists keep their reservations, and results of
 * running tasks are discarded. The reconciler pauses lists that start later.
 * @returns the number of lists paused
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

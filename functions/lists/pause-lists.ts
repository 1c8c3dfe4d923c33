import { isRunning } from './rules/list.ts';
import type { Lists } from './ports.ts';
import type { Clock } from '../platform/clock.ts';

/**
 * Pauses what runs of a user who was made inactive. Reservations stay, and a task that is under way
 * has no effect any more. What starts while this looks is found by the reconciler.
 * @returns how many lists it paused
 */
export async function pauseLists(
  { lists, clock }: { readonly lists: Lists; readonly clock: Clock },
  userId: string,
): Promise<number> {
  let paused = 0;
  for (const list of await lists.all(userId))
    if (isRunning(list) && (await lists.stop(list, clock.now()))) paused += 1;
  return paused;
}

import { LIST_STATUS } from '../../../shared/model/list-status.ts';
import type { List } from './list.ts';
import { RUN_MS, timeoutsOf } from './timeouts.ts';

const FIRST_WAIT_SECONDS = 2;

/** What shows no progress for longer than a run may take is read by nobody. */
export const keepsTurn = (
  list: Pick<List, 'status' | 'touchedAt'> | undefined,
  now: number,
): boolean =>
  list !== undefined && list.status <= LIST_STATUS.initialization && now - list.touchedAt < RUN_MS;

/**
 * Seconds until a list asks for its turn again: as many as it has waited. So it asks ever more
 * rarely, ten times at most: Lambda stops a function that sends to its own queue at sixteen.
 * Undefined when the reconciler asks before that.
 */
export function secondsToWait(
  { touchedAt }: Pick<List, 'touchedAt'>,
  now: number,
  timeScale: number,
): number | undefined {
  const waitedMs = now - touchedAt;
  const seconds = Math.max(FIRST_WAIT_SECONDS, Math.ceil(waitedMs / 1000));
  return waitedMs + seconds * 1000 < timeoutsOf(timeScale).messageMs ? seconds : undefined;
}

import { LIST_STATUS } from '../../../shared/model/list-status.ts';
import type { List } from './list.ts';
import { MAX_RUN_MS, timeoutsOf } from './timeouts.ts';

const FIRST_WAIT_SECONDS = 2;

/** A list loses the lock once it is ingested, or after MAX_RUN_MS without progress. */
export const holdsIngestLock = (
  list: Pick<List, 'status' | 'touchedAt'> | undefined,
  now: number,
): boolean =>
  list !== undefined &&
  list.status <= LIST_STATUS.initialization &&
  now - list.touchedAt < MAX_RUN_MS;

/**
 * Seconds until a list tries again to acquire the ingest lock: as long as it has waited so far.
 * This doubling limits the attempts to ten; Lambda's loop detection stops a function that sends to
 * its own queue after sixteen. Undefined if the reconciler retries sooner.
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

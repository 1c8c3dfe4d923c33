import { LIST_STATUS } from '../../../shared/model/list-status.ts';
import { slotRetrySeconds } from '../../platform/rules/runs.ts';
import { type List, isRunning } from './list.ts';
import { MAX_EXPRESS_ADDRESSES } from './plan-tasks.ts';
import { MAX_RUN_MS, scaleTimeouts } from './timeouts.ts';

/** Stages that handle all rows of a list in one run. */
export type LockedStage = 'ingest' | 'finalize';

/** Results smaller than this many bytes are written in well under a second. */
const LARGE_RESULT_BYTES = 1_000_000;

/** Small lists need no lock, so they neither wait for large lists nor delay them. */
export const needsFinalizeLock = ({
  total,
  resultBytes = 0,
}: Pick<List, 'total' | 'resultBytes'>): boolean =>
  total > MAX_EXPRESS_ADDRESSES || resultBytes > LARGE_RESULT_BYTES;

/**
 * Whether a list that acquired the lock of a stage still holds it. A list loses the lock when it
 * leaves the stage, or if it makes no progress for the maximum run time.
 */
export function holdsLock(
  stage: LockedStage,
  list: Pick<List, 'status' | 'touchedAt' | 'open'> | undefined,
  now: number,
): boolean {
  if (list === undefined || now - list.touchedAt >= MAX_RUN_MS) return false;
  return stage === 'ingest'
    ? list.status <= LIST_STATUS.initialization
    : isRunning(list) && list.open === 0;
}

/**
 * Returns the seconds until the next of at most ten attempts of a list to acquire a lock. Returns
 * undefined if the reconciler would retry sooner.
 */
export function lockRetryDelaySeconds(
  { touchedAt }: Pick<List, 'touchedAt'>,
  now: number,
  timeScale: number,
): number | undefined {
  const waitedMs = now - touchedAt;
  const seconds = slotRetrySeconds(waitedMs);
  return waitedMs + seconds * 1000 < scaleTimeouts(timeScale).messageMs ? seconds : undefined;
}

import * as z from 'zod/mini';
import { DAY_MS } from '../../../shared/model/duration.ts';

/** The runs of one piece of work, stored with it. Times are epoch milliseconds. */
export interface Runs {
  /** Number of runs since the last one that was not killed. Overlapping runs count once. */
  readonly attempts?: number | undefined;
  /** The time at which an attempt was last counted. */
  readonly attemptedAt?: number | undefined;
  /** The time of the first failure in the current series of failed runs. */
  readonly failingSince?: number | null | undefined;
}

/** Schema of the fields of stored work that contain its `Runs`. */
export const storedRuns = {
  attempts: z.optional(z.number()),
  attemptedAt: z.optional(z.number()),
  failingSince: z.optional(z.number()),
};

/** Maximum consecutive runs that may be killed, for example for lack of memory or time. */
const MAX_ATTEMPTS = 5;
/** How long runs may keep failing, which leaves us time to fix the cause. */
const MAX_FAILING_MS = DAY_MS;
const FIRST_WAIT_SECONDS = 2;

/**
 * Counts a run that begins. Overlapping runs count once, because a message may be delivered to
 * several workers, and because a run that may still be active was not killed.
 */
export const countRun = ({ attempts = 0, attemptedAt = 0 }: Runs, maxRunMs: number, now: number) =>
  attempts > 0 && now - attemptedAt < maxRunMs ? {} : { attempts: attempts + 1, attemptedAt: now };

/** Records a run that failed without being killed. */
export const recordFailedRun = ({ failingSince }: Runs, now: number) => ({
  attempts: 0,
  failingSince: failingSince ?? now,
});

/** Whether to give up. The counters must already include the current run. */
export const hasExhaustedRuns = (
  { attempts = 0, failingSince = null }: Runs,
  now: number,
  maxFailingMs = MAX_FAILING_MS,
): boolean =>
  attempts > MAX_ATTEMPTS || (failingSince !== null && now - failingSince > maxFailingMs);

/**
 * Returns the seconds until work tries again to acquire a slot, which equal the time it has waited
 * so far. The doubling intervals keep the number of messages low, because Lambda's loop detection
 * stops a function after sixteen messages to its own queue.
 */
export const slotRetrySeconds = (waitedMs: number): number =>
  Math.max(FIRST_WAIT_SECONDS, Math.ceil(waitedMs / 1000));

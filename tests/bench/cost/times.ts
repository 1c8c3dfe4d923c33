import { GREYLIST_SCHEDULE } from '../../../functions/verifier/verdict/retry.ts';

/** Seconds that were measured, from which the time of a list is reckoned. */
export interface TimesInput {
  /** Addresses of a task, and how many tasks a lane works on at once. */
  readonly taskSize: number;
  readonly concurrency: number;
  /** Of a first attempt, the mean and the longest. */
  readonly meanTask: number;
  readonly longestTask: number;
  /** Of all attempts together, for an address. */
  readonly allAttempts: number;
  /** Of reading and of writing a file, for an address. */
  readonly ingest: number;
  readonly finalize: number;
}

/** Seconds after the first attempt at which the last one is due. */
const LAST_ATTEMPT = GREYLIST_SCHEDULE.reduce((sum, seconds) => sum + seconds, 0);

/**
 * Seconds until every address of a list was asked once, and until the list is finished although
 * some of its servers want to be asked again for an hour; with its lane to itself.
 */
export function timeToFinish(
  addresses: number,
  { taskSize, concurrency, meanTask, longestTask, allAttempts, ingest, finalize }: TimesInput,
): { askedOnce: number; finished: number } {
  const tasks = Math.ceil(addresses / taskSize);
  const read = addresses * ingest;
  const working =
    tasks <= concurrency
      ? longestTask
      : (tasks * meanTask) / concurrency + (longestTask - meanTask);
  const askedOnce = read + working;
  const allWork = read + (addresses * allAttempts) / concurrency;
  const finished = Math.max(askedOnce + LAST_ATTEMPT, allWork) + addresses * finalize;
  return { askedOnce, finished };
}

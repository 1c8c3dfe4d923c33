import type { List } from './list.ts';

/** Runs in a row that began and never ended: killed, out of memory or out of time. */
const MAX_ATTEMPTS = 5;
/** How long runs may fail one after the other, for us to mend the reason. */
const MENDING_MS = 24 * 3600 * 1000;

/** Whether to give a list up rather than to try once more; the present attempt is counted. */
export const isHopeless = (
  { attempts, failingSince }: Pick<List, 'attempts' | 'failingSince'>,
  now: number,
): boolean => attempts > MAX_ATTEMPTS || (failingSince !== null && now - failingSince > MENDING_MS);

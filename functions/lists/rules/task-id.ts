/**
 * A task is named by its root's number, then one letter for each hop: `r` for retry, where time ran
 * out, and `d` for deferred, where a server asked us to come back later. `00012dr` is the retry of
 * what `00012d` did not reach, which in turn holds what task 12 was told to ask again later.
 */
export type RetryKind = 'r' | 'd';

/** Hops after which a verdict is final: Lambda stops a chain through queues at sixteen. */
export const MAX_RETRIES = 8;

export const rootTask = (number: number): string => String(number).padStart(5, '0');

export const childTask = (task: string, hop: RetryKind): string => `${task}${hop}`;

export const rootNumber = (task: string): number => Number.parseInt(task, 10);

export const retriesOf = (task: string): number => task.length - 5;

export const mayGrow = (task: string): boolean => retriesOf(task) < MAX_RETRIES;

/** The task whose left-overs this one holds; undefined for a root. */
export const parentTask = (task: string): string | undefined =>
  retriesOf(task) > 0 ? task.slice(0, -1) : undefined;

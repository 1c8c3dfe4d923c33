/**
 * A task is named by its root's number, then one letter for each hop: `r` for retry, where time ran
 * out, and `d` for deferred, where a server asked us to come back later. `00012dr` is the retry of
 * what `00012d` did not reach, which in turn holds what task 12 was told to ask again later.
 */
export type Hop = 'r' | 'd';

/**
 * Hops after which a verdict is final. Lambda stops a chain of functions that call each other
 * through queues at sixteen; this stays far below.
 */
export const MAX_HOPS = 8;

export const rootTask = (number: number): string => String(number).padStart(5, '0');

export const childTask = (task: string, hop: Hop): string => `${task}${hop}`;

/** The number of a task's root. */
export const rootNumber = (task: string): number => Number.parseInt(task, 10);

export const hopsOf = (task: string): number => task.length - 5;

export const mayGrow = (task: string): boolean => hopsOf(task) < MAX_HOPS;

/** The task whose left-overs this one holds; undefined for a root. */
export const parentTask = (task: string): string | undefined =>
  hopsOf(task) > 0 ? task.slice(0, -1) : undefined;

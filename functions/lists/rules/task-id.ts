/**
 * The kind of a child task: `r` verifies addresses that its parent did not reach before the
 * deadline, `d` addresses that its parent deferred because a server asked to retry later. A task id
 * is the number of the root task, followed by one letter per hop: `00012dr` retries addresses that
 * `00012d` did not reach and task 12 had deferred.
 */
export type TaskHop = 'r' | 'd';

/** Maximum hops before a verdict is final. Lambda's loop detection stops chains of 16. */
export const MAX_TASK_HOPS = 8;

export const rootTaskId = (number: number): string => String(number).padStart(5, '0');

export const childTaskId = (task: string, hop: TaskHop): string => `${task}${hop}`;

export const rootTaskNumber = (task: string): number => Number.parseInt(task, 10);

export const hopCount = (task: string): number => task.length - 5;

export const mayHaveChildTask = (task: string): boolean => hopCount(task) < MAX_TASK_HOPS;

/** Returns the task that left this task's addresses unfinished; undefined for a root. */
export const parentTaskId = (task: string): string | undefined =>
  hopCount(task) > 0 ? task.slice(0, -1) : undefined;

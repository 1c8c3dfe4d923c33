import * as z from 'zod/mini';

/** The completion record of a task. Only the objects of the run that it names are used. */
export const storedCompletion = z.object({
  task: z.string(),
  run: z.string(),
  /** Child tasks for the addresses that the run left unfinished. */
  children: z.array(
    z.object({
      hop: z.enum(['r', 'd']),
      attempt: z.number(),
      /** Delay in whole seconds, measured from the completion. */
      delaySeconds: z.number(),
    }),
  ),
  /** Time of completion, in epoch milliseconds. */
  at: z.number(),
  /** Set until the refusals of the run are counted (`limit-guessing-in-list.ts`). */
  uncounted: z.optional(z.literal(true)),
});

export type TaskCompletion = Readonly<z.infer<typeof storedCompletion>>;
export type ChildTask = Readonly<TaskCompletion['children'][number]>;

/**
 * Whether the completion ends a root task and its immediate retries. The root task after it may
 * then begin; deferred addresses do not count, because nobody works on them.
 */
export const completesRootTask = ({ task, children }: TaskCompletion): boolean =>
  /^\d+r*$/.test(task) && children.every(({ hop }) => hop !== 'r');

import * as z from 'zod/mini';

/** The record that a task is done, and by which run: the objects of no other run count. */
export const storedCompletion = z.object({
  task: z.string(),
  run: z.string(),
  /** What the run left over. */
  children: z.array(
    z.object({
      hop: z.enum(['r', 'd']),
      attempt: z.number(),
      /** Whole seconds from the completion on. */
      delaySeconds: z.number(),
    }),
  ),
  /** Epoch milliseconds. */
  at: z.number(),
});

export type Completion = Readonly<z.infer<typeof storedCompletion>>;
export type Child = Readonly<Completion['children'][number]>;

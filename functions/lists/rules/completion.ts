import * as z from 'zod/mini';

/** A completion record: the task and the run that completed it; other runs' objects are ignored. */
export const storedCompletion = z.object({
  task: z.string(),
  run: z.string(),
  /** The child tasks for addresses that the run left unfinished. */
  children: z.array(
    z.object({
      hop: z.enum(['r', 'd']),
      attempt: z.number(),
      /** Whole seconds after the completion. */
      delaySeconds: z.number(),
    }),
  ),
  /** Epoch milliseconds. */
  at: z.number(),
});

export type Completion = Readonly<z.infer<typeof storedCompletion>>;
export type Child = Readonly<Completion['children'][number]>;

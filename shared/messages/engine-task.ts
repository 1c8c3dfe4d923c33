import * as z from 'zod/mini';
import { engineResponse } from './engine.ts';
import { verifyTaskMessage } from './lists.ts';
import { messageVersion as v } from './version.ts';

/**
 * Receives after which a message becomes a dead letter, including receives that Lambda throttled.
 */
export const MAX_RECEIVES = 12;

/** Requests that the engine's worker verify addresses of a task and store the answer. */
export const engineTask = z.object({
  kind: z.literal('engine'),
  v,
  task: verifyTaskMessage,
  addresses: z.array(z.string()),
  priority: z.literal([0, 1]),
  /** Key of the answer, which cannot be guessed. */
  answer: z.string(),
  /** Failed receives of earlier steps. */
  receives: z.int(),
});
export type EngineTask = z.output<typeof engineTask>;

/** The stored answer to a task. Without verdicts if the task has failed too often. */
export const engineAnswer = z.extend(engineResponse, {
  /** Failed receives of all steps so far. */
  receives: z.int(),
});
export type EngineAnswer = z.output<typeof engineAnswer>;

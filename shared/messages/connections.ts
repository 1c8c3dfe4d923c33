import * as z from 'zod/mini';
import { messageVersion as v } from './version.ts';

/** Starts an import, or continues it from its stored cursor. */
const importMessage = z.object({
  kind: z.literal('import'),
  v,
  userId: z.string(),
  importId: z.string(),
  /** Set in a message that was sent before a write: work that has begun since is ignored. */
  unlessBegun: z.optional(z.literal(true)),
});
export type ImportMessage = z.infer<typeof importMessage>;

/**
 * Starts to apply the verdicts of a list or to undo this, or continues from the stored position.
 */
const applyMessage = z.object({
  kind: z.literal('apply'),
  v,
  userId: z.string(),
  jobId: z.string(),
  /** Set in a message that was sent before a write: work that has begun since is ignored. */
  unlessBegun: z.optional(z.literal(true)),
});
export type ApplyMessage = z.infer<typeof applyMessage>;

/** Reads the bounces of a connection once a day, or continues from the stored cursor. */
const bounceReadMessage = z.object({
  kind: z.literal('bounces'),
  v,
  userId: z.string(),
  connectionId: z.string(),
  /**
   * The day, as in `2026-11-29`. Repeated and late messages of a day do not start a second read.
   */
  day: z.string(),
});
export type BounceReadMessage = z.infer<typeof bounceReadMessage>;

/**
 * Reads the contacts for the check of a watched list, or applies its verdicts once it has finished.
 */
const watchMessage = z.object({
  kind: z.literal('watch'),
  v,
  userId: z.string(),
  checkId: z.string(),
});
export type WatchMessage = z.infer<typeof watchMessage>;

export const connectionMessage = z.discriminatedUnion('kind', [
  importMessage,
  applyMessage,
  bounceReadMessage,
  watchMessage,
]);
export type ConnectionMessage = z.infer<typeof connectionMessage>;

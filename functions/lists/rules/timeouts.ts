import { MINUTE_MS } from '../../../shared/model/duration.ts';

/** How long to wait before a message counts as lost. Milliseconds. */
export interface Timeouts {
  /** Of the bucket: a notification takes seconds, rarely a minute. */
  readonly notificationMs: number;
  /** Of our own queues: without progress for so long. */
  readonly messageMs: number;
}

/** As long as a run of ingest or finalize may take (infra/features/lists.ts). */
export const RUN_MS = 15 * MINUTE_MS;
const NOTIFICATION_MS = 2 * MINUTE_MS;
const MESSAGE_MS = 15 * MINUTE_MS;
/** However fast simulated time goes, a task takes real seconds. */
const LEAST_MS = 20_000;

/**
 * The timeouts of messages are what simulated time shortens; processes and days it does not.
 * @param timeScale divides them
 */
export function timeoutsOf(timeScale: number): Timeouts {
  const scaled = (ms: number): number => Math.min(ms, Math.max(LEAST_MS, ms / timeScale));
  return { notificationMs: scaled(NOTIFICATION_MS), messageMs: scaled(MESSAGE_MS) };
}

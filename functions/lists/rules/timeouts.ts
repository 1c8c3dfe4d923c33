import { MINUTE_MS } from '../../../shared/model/duration.ts';

/** How long to wait before a message counts as lost, in milliseconds. */
export interface Timeouts {
  /** For bucket notifications, which take seconds, rarely a minute. */
  readonly notificationMs: number;
  /** For messages in our own queues, measured from the last progress. */
  readonly messageMs: number;
}

/** The longest run of ingest or finalize (infra/features/lists.ts). */
export const MAX_RUN_MS = 15 * MINUTE_MS;
const NOTIFICATION_MS = 2 * MINUTE_MS;
const MESSAGE_MS = 15 * MINUTE_MS;
/** However fast simulated time runs, a task takes real seconds. */
const MIN_TIMEOUT_MS = 20_000;

/**
 * Simulated time shortens the timeouts of messages, but not those of processes and days.
 * @param timeScale divides the timeouts
 */
export function timeoutsOf(timeScale: number): Timeouts {
  const scale = (ms: number): number => Math.min(ms, Math.max(MIN_TIMEOUT_MS, ms / timeScale));
  return { notificationMs: scale(NOTIFICATION_MS), messageMs: scale(MESSAGE_MS) };
}

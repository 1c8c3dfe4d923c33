import { MINUTE_MS } from '../../../shared/model/duration.ts';

/** How long to wait before a message counts as lost, in milliseconds. */
export interface Timeouts {
  /** For bucket notifications, which take seconds, rarely a minute. */
  readonly notificationMs: number;
  /** For messages in our own queues, measured from the last progress. */
  readonly messageMs: number;
}

/** The longest run of ingest or finalize (infra/features/lists.ts). */
export const RUN_MS = 15 * MINUTE_MS;
const NOTIFICATION_MS = 2 * MINUTE_MS;
const MESSAGE_MS = 15 * MINUTE_MS;
/** However fast simulated time runs, a task takes real seconds. */
const LEAST_MS = 20_000;

/**
 * Simulated time shortens the timeouts of messages, but not those of processes and days.
 * @param timeScale divides the timeouts
 */
export function timeoutsOf(timeScale: number): Timeouts {
  const scaled = (ms: number): number => Math.min(ms, Math.max(LEAST_MS, ms / timeScale));
  return { notificationMs: scaled(NOTIFICATION_MS), messageMs: scaled(MESSAGE_MS) };
}

import { MINUTE_MS } from '../../../shared/model/duration.ts';

/** How long to wait before a message counts as lost, in milliseconds. */
export interface Timeouts {
  /** For S3 events, which usually take seconds to arrive, rarely a minute. */
  readonly notificationMs: number;
  /** For messages in our own queues, measured from when the list last made progress. */
  readonly messageMs: number;
}

/** The longest run of ingest or finalize (infra/features/lists.ts). */
export const MAX_RUN_MS = 15 * MINUTE_MS;
const NOTIFICATION_MS = 2 * MINUTE_MS;
const MESSAGE_MS = 15 * MINUTE_MS;
/** A task takes seconds of real time, however fast simulated time runs. */
const MIN_TIMEOUT_MS = 20_000;

/** Divides timeouts of messages by `timeScale`, but not limits of run times or retention. */
export function timeoutsOf(timeScale: number): Timeouts {
  const scale = (ms: number): number => Math.min(ms, Math.max(MIN_TIMEOUT_MS, ms / timeScale));
  return { notificationMs: scale(NOTIFICATION_MS), messageMs: scale(MESSAGE_MS) };
}

import { MINUTE_MS } from '../../../shared/model/duration.ts';

/** Time after which a message counts as lost, in milliseconds. */
export interface MessageTimeouts {
  /** Timeout for S3 events, which usually arrive within seconds, rarely after a minute. */
  readonly notificationMs: number;
  /** Timeout for messages in our own queues, measured from the list's last progress. */
  readonly messageMs: number;
}

/** Maximum duration of an ingest or finalize run (infra/features/lists.ts). */
export const MAX_RUN_MS = 15 * MINUTE_MS;
const NOTIFICATION_TIMEOUT_MS = 2 * MINUTE_MS;
const MESSAGE_TIMEOUT_MS = 15 * MINUTE_MS;
/** Minimum timeout. A task takes seconds of real time, even if simulated time runs faster. */
const MIN_TIMEOUT_MS = 20_000;

/** Divides message timeouts by `timeScale`, but not the limits of run times or retention. */
export function scaleTimeouts(timeScale: number): MessageTimeouts {
  const scale = (ms: number): number => Math.min(ms, Math.max(MIN_TIMEOUT_MS, ms / timeScale));
  return { notificationMs: scale(NOTIFICATION_TIMEOUT_MS), messageMs: scale(MESSAGE_TIMEOUT_MS) };
}

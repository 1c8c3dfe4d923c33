import type { Reason, UnknownReason } from '../model/types.ts';

/**
 * Delays in seconds before each retry. Retries take place 5, 15, 30 and 60 minutes after the first
 * attempt, as greylisting servers expect. Index n is the delay after attempt n, counted from 0.
 */
export const GREYLIST_SCHEDULE: readonly number[] = [300, 600, 900, 1800];

/** Delay for an address whose check was cut short: no server has asked us to wait. */
const NOT_ANSWERED_SECONDS = 30;

/**
 * Number of retries per reason. A server that is still failing after a quarter of an hour is
 * unlikely to recover within the hour. `ip_blocked` gets all retries although most of them contact
 * no server: a single trial at a time detects the end of the block.
 */
const MAX_RETRIES_BY_REASON: Readonly<Record<UnknownReason, number>> = {
  greylisted: GREYLIST_SCHEDULE.length,
  not_answered: GREYLIST_SCHEDULE.length,
  ip_blocked: GREYLIST_SCHEDULE.length,
  throttled: 2,
  server_error: 2,
  server_unreachable: 2,
  timeout: 2,
  dns_error: 2,
  sender_rejected: 0,
  policy: 0,
  egress_off: 0,
};

/**
 * Seconds until the next attempt, or undefined if another attempt is pointless.
 *
 * @param attempt number of earlier attempts
 * @param timeScale divides the delay
 * @param waitMs minimum delay in milliseconds, from a cooldown or an outage; it is not divided
 */
export function retryDelaySeconds(
  reason: Reason,
  attempt: number,
  timeScale: number,
  waitMs = 0,
): number | undefined {
  const retries: Partial<Record<Reason, number>> = MAX_RETRIES_BY_REASON;
  const scheduled = GREYLIST_SCHEDULE[attempt];
  if (scheduled === undefined || attempt >= (retries[reason] ?? 0)) return undefined;
  const seconds = reason === 'not_answered' ? NOT_ANSWERED_SECONDS : scheduled;
  return Math.max(1, Math.ceil(Math.max(seconds / timeScale, waitMs / 1000)));
}

import type { Reason, UnknownReason } from '../model/types.ts';

/**
 * Seconds from one attempt to the next, so that they are 5, 15, 30 and 60 minutes after the first,
 * as greylisting servers expect. The entry at index n follows attempt number n, counted from 0.
 * After the last attempt the address is given up.
 */
export const GREYLIST_SCHEDULE: readonly number[] = [300, 600, 900, 1800];

/** The address was not asked at all, so there is nothing to wait for. */
const NOT_ANSWERED_SECONDS = 30;

/**
 * How many steps of the schedule each reason gets. A server that is out of order after a quarter of
 * an hour will be so within the hour. `ip_blocked` is asked again where the server was left alone:
 * one trial at a time finds out whether the block has ended.
 */
const RETRIES: Readonly<Record<UnknownReason, number>> = {
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
 * Seconds until the next attempt, or undefined if another attempt promises nothing.
 *
 * @param attempt how often the address was asked before this time
 * @param timeScale divides the delay
 * @param waitMs the shortest delay in milliseconds, from a rest or an outage; it is not divided
 */
export function retryAfter(
  reason: Reason,
  attempt: number,
  timeScale: number,
  waitMs = 0,
): number | undefined {
  const steps: Partial<Record<Reason, number>> = RETRIES;
  const scheduled = GREYLIST_SCHEDULE[attempt];
  if (scheduled === undefined || attempt >= (steps[reason] ?? 0)) return undefined;
  const seconds = reason === 'not_answered' ? NOT_ANSWERED_SECONDS : scheduled;
  return Math.max(1, Math.ceil(Math.max(seconds / timeScale, waitMs / 1000)));
}

import type { Reason } from './types.ts';

/**
 * Seconds from one attempt to the next: 5, 15, 30 and 60 minutes after the first, as greylisting
 * servers want it. The entry at `attempt` follows attempt number `attempt`, counted from 0; after
 * the last one the address is given up.
 */
export const GREYLIST_SCHEDULE: readonly number[] = [300, 600, 900, 1800];

/** Not a matter of patience: the question was not put at all. */
const NOT_ANSWERED_SECONDS = 30;

/**
 * How many steps of the schedule a reason is worth. What is out of order after a quarter of an hour
 * will be so within the hour. A block of ours is not among them: knocking again from a blocked
 * address only prolongs the block.
 */
const RETRIES: Partial<Record<Reason, number>> = {
  greylisted: GREYLIST_SCHEDULE.length,
  not_answered: GREYLIST_SCHEDULE.length,
  throttled: 2,
  server_error: 2,
  server_unreachable: 2,
  timeout: 2,
  dns_error: 2,
};

/**
 * When to ask again, in seconds, or undefined when asking again promises nothing.
 *
 * @param attempt how often the address was asked before this time
 * @param timeScale divides the delay
 * @param waitMs the least delay, known from elsewhere (a rest, an outage); milliseconds, as it passes
 */
export function retryAfter(
  reason: Reason,
  attempt: number,
  timeScale: number,
  waitMs = 0,
): number | undefined {
  const scheduled = GREYLIST_SCHEDULE[attempt];
  if (scheduled === undefined || attempt >= (RETRIES[reason] ?? 0)) return undefined;
  const seconds = reason === 'not_answered' ? NOT_ANSWERED_SECONDS : scheduled;
  return Math.max(1, Math.ceil(Math.max(seconds / timeScale, waitMs / 1000)));
}

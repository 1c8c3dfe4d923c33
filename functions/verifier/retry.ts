import type { Reason } from './types.ts';

/**
 * Seconds from one attempt at a greylisting server to the next: 5, 15, 30 and 60 minutes after the
 * first. The entry at `attempt` follows attempt number `attempt`, counted from 0; after the last
 * one the address is given up.
 */
export const GREYLIST_SCHEDULE: readonly number[] = [300, 600, 900, 1800];

/** Seconds after which trouble of other kinds may be over; doubled with each attempt. */
const FIRST_DELAY: Partial<Record<Reason, number>> = {
  throttled: 300,
  server_error: 600,
  server_unreachable: 900,
  timeout: 900,
  dns_error: 300,
  ip_blocked: 3600,
  not_answered: 30,
};

/**
 * When to ask again, in seconds, or undefined when asking again promises nothing.
 *
 * @param attempt how often the address was asked before this time
 * @param timeScale divides the delay
 * @param waitMs the least delay, known from elsewhere (a block, an outage); milliseconds
 */
export function retryAfter(
  reason: Reason,
  attempt: number,
  timeScale: number,
  waitMs = 0,
): number | undefined {
  const scheduled = GREYLIST_SCHEDULE[attempt];
  if (scheduled === undefined) return undefined;
  const first = FIRST_DELAY[reason];
  const seconds = reason === 'greylisted' ? scheduled : first && first * 2 ** attempt;
  if (seconds === undefined) return undefined;
  return Math.max(1, Math.ceil(Math.max(seconds / timeScale, waitMs / 1000)));
}

export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/**
 * Intervals at which an open tab polls the user and lists. Rate limits and the firewall must allow
 * them.
 */
export const POLL_MS = { me: 10 * SECOND_MS, lists: 8 * SECOND_MS };

/** Returns the next midnight in UTC after `now`, in epoch milliseconds. */
export const nextUtcMidnight = (now: number): number => (Math.floor(now / DAY_MS) + 1) * DAY_MS;

/** Returns the date of a time in UTC, ISO 8601. @param at epoch milliseconds */
export const formatUtcDate = (at: number): string => new Date(at).toISOString().slice(0, 10);

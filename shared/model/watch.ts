export const WATCH_INTERVAL_DAYS = { week: 7, month: 30, quarter: 90 } as const;
export type WatchInterval = keyof typeof WATCH_INTERVAL_DAYS;
export const WATCH_INTERVALS = Object.keys(WATCH_INTERVAL_DAYS) as WatchInterval[];

/**
 * Why a watch stopped: too few credits, a check above the owner's limit, a failed check, or
 * contacts that could not be read from their service.
 */
export const WATCH_STOP_REASONS = [
  'insufficient_credit',
  'too_many_credits',
  'canceled',
  'connection_failed',
] as const;

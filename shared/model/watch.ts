/** How often a watched list may be checked, with the days from one check to the next. */
export const WATCH_DAYS = { week: 7, month: 30, quarter: 90 } as const;
export type WatchInterval = keyof typeof WATCH_DAYS;
export const WATCH_INTERVALS = Object.keys(WATCH_DAYS) as WatchInterval[];

/**
 * Why a watch has ended by itself: too few credits, more to ask than its owner allowed, or a check
 * that could not be brought to its end.
 */
export const WATCH_STOPS = ['insufficient_credit', 'too_many_credits', 'canceled'] as const;

import type { EventOf } from '../../events/rules/event.ts';

/**
 * Returns the event that notifies a customer's endpoints that fewer than `warn_below` credits
 * remain.
 */
export const creditsLowEvent = (
  userId: string,
  available: number,
  warn_below: number,
  at: number,
): EventOf<'credits.low'> => ({
  userId,
  type: 'credits.low',
  subject: 'credits.low',
  data: { available, warn_below },
  at,
});

import type { EventOf } from '../../events/rules/event.ts';

/** The event that reports to a customer's endpoints that fewer than `warn_below` credits remain. */
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

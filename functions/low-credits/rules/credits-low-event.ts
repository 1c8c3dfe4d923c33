import type { EventOf } from '../../events/rules/event.ts';

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

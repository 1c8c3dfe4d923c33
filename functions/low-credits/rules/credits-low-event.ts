import type { NewEvent } from '../../events/rules/event.ts';

export const createCreditsLowEvent = (
  userId: string,
  available: number,
  warn_below: number,
  at: number,
): NewEvent<'credits.low'> => ({
  userId,
  type: 'credits.low',
  subject: 'credits.low',
  data: { available, warn_below },
  at,
});

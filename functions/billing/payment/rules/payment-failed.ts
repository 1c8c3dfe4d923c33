import type { EventData } from '../../../../shared/contract/events.ts';
import type { EventOf } from '../../../events/rules/event.ts';

/** The event for the customer's endpoints. */
export const paymentFailed = (
  userId: string,
  at: number,
  payment: EventData['payment.failed'],
): EventOf<'payment.failed'> => ({
  userId,
  type: 'payment.failed',
  subject: 'payment.failed',
  data: payment,
  at,
});

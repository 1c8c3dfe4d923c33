import * as z from 'zod/mini';
import type { EventType } from '../model/webhook.ts';
import { verdict } from './checks.ts';
import { count } from './fields.ts';
import { listRow, recheck } from './lists.ts';

/** The list as in `GET /api/lists`, with the recheck if the event is about one. */
const listEvent = z.extend(listRow, { recheck: z.optional(recheck) });

/**
 * A payment that failed while the customer was not present. Customers can pay a subscription on
 * `/invoices`, a pack on `/settings`, or either through the link in the email. The event has no
 * such link, because every recipient of the event could use it.
 */
const failedPayment = z.object({
  kind: z.enum(['subscription', 'top_up']),
  /** `confirm`: the bank requires the customer to confirm the payment. */
  why: z.enum(['declined', 'confirm', 'no_card']),
  plan_id: z.optional(z.string()),
  amount_cents: z.optional(z.int()),
  currency: z.optional(z.string()),
});

export const eventData = {
  'list.finished': listEvent,
  'list.paused': listEvent,
  'list.cancelled': listEvent,
  /** Until the next recheck, `only=changed` selects the rows that changed. */
  'list.changed': listEvent,
  'check.answered': z.object({ id: z.string(), result: verdict, charged: z.boolean() }),
  'credits.low': z.object({ available: count(), warn_below: count() }),
  'payment.failed': failedPayment,
} satisfies Record<EventType, z.core.$ZodType>;

export type EventData = {
  readonly [Type in EventType]: Readonly<z.output<(typeof eventData)[Type]>>;
};

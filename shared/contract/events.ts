import * as z from 'zod/mini';
import type { EventType } from '../model/webhook.ts';
import { verdict } from './checks.ts';
import { count } from './fields.ts';
import { listRow, recheck } from './lists.ts';

/** The list as `GET /api/lists` shows it, and its recheck where the event is about one. */
const listEvent = z.extend(listRow, { recheck: z.optional(recheck) });

/**
 * A payment that was due without the customer at the page of Stripe. It is paid on `/invoices`,
 * a pack on `/settings`, or by the mail: a link in an event would open it to whoever gets that.
 */
const failedPayment = z.object({
  kind: z.enum(['subscription', 'top_up']),
  /** `confirm`: the bank asks for the customer. */
  why: z.enum(['declined', 'confirm', 'no_card']),
  plan_id: z.optional(z.string()),
  amount_cents: z.optional(z.int()),
  currency: z.optional(z.string()),
});

/** The `data` that an endpoint gets with each event. */
export const eventData = {
  'list.finished': listEvent,
  'list.paused': listEvent,
  'list.cancelled': listEvent,
  /** Its rows are those of the list with `only=changed`, until the list is checked again. */
  'list.changed': listEvent,
  'check.answered': z.object({ id: z.string(), result: verdict, charged: z.boolean() }),
  'credits.low': z.object({ available: count(), warn_below: count() }),
  'payment.failed': failedPayment,
} satisfies Record<EventType, z.core.$ZodType>;

export type EventData = {
  readonly [Type in EventType]: Readonly<z.output<(typeof eventData)[Type]>>;
};

import * as z from 'zod/mini';
import type { EventType } from '../model/webhook.ts';
import { verdict } from './checks.ts';
import { applyJob, contactImport } from './connections.ts';
import { count, flag, text, timestamp } from './fields.ts';
import { listSummary, recheck } from './list-detail.ts';

export const listEventData = z.extend(listSummary, {
  recheck: z.optional(recheck).check(z.describe('The recheck, if the event is about one')),
});

/**
 * A payment that failed while the customer was absent. The event does not contain the payment link
 * of the email, because every recipient of the event could use it. Customers can also pay a
 * subscription on `/invoices`, and a pack on `/settings`.
 */
const failedPayment = z.object({
  kind: z
    .enum(['subscription', 'top_up'])
    .check(z.describe('Payment of a `subscription`, or automatic purchase of a pack (`top_up`)')),
  why: z
    .enum(['declined', 'confirm', 'no_card'])
    .check(
      z.describe(
        'The card was `declined`, the bank wants the customer to `confirm` the payment, or there is `no_card`',
      ),
    ),
  plan_id: z.optional(text('Id of the plan')),
  amount_cents: z.optional(z.int().check(z.describe('Amount in cents, including VAT'))),
  currency: z.optional(text('Currency as ISO 4217 in lower case, such as `eur`')),
});

export const eventDataSchemas = {
  'list.finished': listEventData.check(z.describe('The list, whose result can be downloaded')),
  'list.paused': listEventData.check(z.describe('The list, which waits because of `reason`')),
  'list.cancelled': listEventData.check(z.describe('The list, which ended because of `reason`')),
  'list.changed': listEventData.check(
    z.describe('The list; until its next recheck, `only=changed` selects the rows that changed'),
  ),
  'check.answered': z
    .object({
      id: text('Id of the check, `pending.id` of its first response'),
      result: verdict,
      charged: flag('Whether the check was charged: an unknown result is free'),
    })
    .check(z.describe('The result of a check that responded with 202')),
  'import.finished': contactImport.check(
    z.describe('The import, whose `state` tells whether its list is being verified'),
  ),
  'apply.finished': applyJob.check(z.describe('The job, whose `state` tells how it ended')),
  'credits.low': z
    .object({
      available: count('Credits that can be spent'),
      warn_below: count('The threshold in the settings'),
    })
    .check(z.describe('The balance, which fell below the threshold')),
  'payment.failed': failedPayment.check(z.describe('The payment')),
} satisfies Record<EventType, z.core.$ZodType>;

/** The body of a webhook. */
export const eventSchemaFor = (type: EventType) =>
  z.object({
    type: z.literal(type).check(z.describe('Type of the event')),
    timestamp: timestamp('Time of the event'),
    data: eventDataSchemas[type],
  });

export type EventDataByType = {
  readonly [Type in EventType]: Readonly<z.output<(typeof eventDataSchemas)[Type]>>;
};

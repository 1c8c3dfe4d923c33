import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../shared/model/duration.ts';
import type { BillingDeps } from '../deps.ts';
import { isHandledEventType } from '../rules/stripe-events.ts';

type ReconcileBillingDeps = Pick<
  BillingDeps,
  'billingQueue' | 'clock' | 'stripeEventStore' | 'log' | 'stripe'
>;

/** An event that waits longer than this is queued again, because its message was probably lost. */
const LOST_EVENT_AGE_MS = 15 * MINUTE_MS;
/** Overlap between runs: clocks differ, and Stripe may list an event late. */
const RUN_OVERLAP_MS = HOUR_MS;
/** Stripe lists the events of the last 30 days (docs.stripe.com/api/events). */
export const STRIPE_RETENTION_MS = 30 * DAY_MS;
/** Length of the time span that is read before the watermark advances. */
const READ_SPAN_MS = 6 * HOUR_MS;
/** Run time after which no further span is started. The schedule's timeout is twice as long. */
const MAX_RUN_MS = 5 * MINUTE_MS;

/**
 * Queues events whose webhook call or queue message was lost: stored events that have waited too
 * long, and events since the last run that we handle but have not applied, such as those that
 * Stripe never delivers because the endpoint was disabled. Stores each event once. Reads spans
 * oldest first; if a run is out of time, the next run continues.
 * @returns the numbers of events queued, by cause, and of events that could not be queued
 */
export async function queueMissedEvents(
  deps: ReconcileBillingDeps,
): Promise<{ waiting: number; missed: number; failed: number }> {
  const { billingQueue, clock, stripeEventStore, log, stripe } = deps;
  const counts = { waiting: 0, missed: 0, failed: 0 };
  const enqueue = async (kind: 'waiting' | 'missed', eventId: string): Promise<void> => {
    counts[kind] += 1;
    try {
      await billingQueue.send({ kind: 'stripe_event', v: 1, eventId });
    } catch (error) {
      counts.failed += 1;
      log.error('billing_reconcile_failed', error, { eventId });
    }
  };

  const now = clock.now();
  for await (const eventId of stripeEventStore.listWaiting(now - LOST_EVENT_AGE_MS))
    await enqueue('waiting', eventId);

  const watermark = (await stripeEventStore.findWatermark()) ?? 0;
  for (
    let from = Math.max(watermark - RUN_OVERLAP_MS, now - STRIPE_RETENTION_MS);
    ;
    from += READ_SPAN_MS
  ) {
    const to = from + READ_SPAN_MS < now ? from + READ_SPAN_MS : undefined;
    for await (const event of stripe.listEvents(from, to))
      if (isHandledEventType(event.type) && (await stripeEventStore.create(event)) === 'waiting')
        await enqueue('missed', event.id);
    await stripeEventStore.setWatermark(to ?? now);
    if (to === undefined || clock.now() - now > MAX_RUN_MS) return counts;
  }
}

import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../shared/model/duration.ts';
import type { BillingDeps } from '../deps.ts';
import { isHandledEvent } from '../rules/stripe-events.ts';

type ReconcileDeps = Pick<
  BillingDeps,
  'billingQueue' | 'clock' | 'processedEvents' | 'log' | 'stripe'
>;

/** After this long an event that waits has lost its message. */
const LOST_MS = 15 * MINUTE_MS;
/** What is read again each time: clocks differ, and an event may be listed later than it happened. */
const OVERLAP_MS = HOUR_MS;
/** Stripe lists events of this long (docs.stripe.com/api/events). */
const KEPT_MS = 30 * DAY_MS;
/** What is read before the next mark is set. */
const SPAN_MS = 6 * HOUR_MS;
/** No further span is begun after this long; the schedule ends a run after twice the time. */
const RUN_MS = 5 * MINUTE_MS;

/**
 * Leaves to the worker what a lost webhook or message has left undone: events that wait, and all
 * that happened at Stripe since the last run, whether an endpoint was to hear of it or not: a
 * disabled endpoint gets nothing later. Each event is kept once. The spans come oldest
 * first; where the time of a run does not suffice, the next one goes on.
 * @returns how many events were left to the worker, and how many of them failed
 */
export async function reconcileBilling(
  deps: ReconcileDeps,
): Promise<{ waiting: number; missed: number; failed: number }> {
  const { billingQueue, clock, processedEvents, log, stripe } = deps;
  const found = { waiting: 0, missed: 0, failed: 0 };
  const leave = async (kind: 'waiting' | 'missed', eventId: string): Promise<void> => {
    found[kind] += 1;
    try {
      await billingQueue.send({ kind: 'stripe_event', v: 1, eventId });
    } catch (error) {
      found.failed += 1;
      log.error('billing_reconcile_failed', error, { eventId });
    }
  };

  const now = clock.now();
  for await (const eventId of processedEvents.listWaiting(now - LOST_MS))
    await leave('waiting', eventId);

  const mark = (await processedEvents.findMark()) ?? 0;
  for (let from = Math.max(mark - OVERLAP_MS, now - KEPT_MS); ; from += SPAN_MS) {
    const to = from + SPAN_MS < now ? from + SPAN_MS : undefined;
    for await (const event of stripe.listEvents(from, to))
      if (isHandledEvent(event.type) && (await processedEvents.create(event)) === 'waiting')
        await leave('missed', event.id);
    await processedEvents.setMark(to ?? now);
    if (to === undefined || clock.now() - now > RUN_MS) return found;
  }
}

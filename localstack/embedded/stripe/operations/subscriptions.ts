import { planOf } from '../objects/subscription.ts';
import { newSchedule } from '../objects/schedule.ts';
import { known } from '../model/find.ts';
import type { Price, Subscription, SubscriptionItem } from '../model/state.ts';
import { periodEnd } from '../model/time.ts';
import type { World } from '../model/world.ts';
import { attemptPayment, billSubscription } from './invoicing.ts';
import { intervalMonths } from './interval.ts';

const HOURS_23 = 23 * 3600;

export const isLive = ({ status }: Subscription): boolean =>
  status === 'active' || status === 'past_due' || status === 'unpaid' || status === 'trialing';

/** The one item; the product sells one price at a time. */
export function itemOf(subscription: Subscription): SubscriptionItem {
  const [item] = subscription.items.data;
  return known(item, `the item of ${subscription.id}`);
}

function setPrice(item: SubscriptionItem, price: Price): void {
  item.price = price;
  item.plan = planOf(price);
}

/** Emits the update with what it was before. */
function updated(world: World, subscription: Subscription, before: object): void {
  world.emit('customer.subscription.updated', subscription, before);
}

/** Ends it now. */
export function endSubscription(
  world: World,
  subscription: Subscription,
  reason: 'cancellation_requested' | 'payment_failed' | 'payment_disputed',
): void {
  const now = world.now();
  releaseSchedule(world, subscription);
  subscription.status = 'canceled';
  subscription.canceled_at ??= now;
  subscription.ended_at = now;
  subscription.pending_update = null;
  if (subscription.cancellation_details) subscription.cancellation_details.reason ??= reason;
  for (const invoice of Object.values(world.state.invoices)) {
    const of = invoice.parent?.subscription_details?.subscription;
    if (of === subscription.id) invoice.next_payment_attempt = null;
  }
  world.emit('customer.subscription.deleted', subscription);
}

/**
 * Has it end at the end of its period, or takes that back.
 * @param how the API sets `cancel_at_period_end`; the portal, for a subscription of flexible billing
 * mode, `cancel_at` alone: https://docs.stripe.com/billing/subscriptions/billing-mode/compare
 */
export function endAtPeriodEnd(
  world: World,
  subscription: Subscription,
  ends: boolean,
  how: 'api' | 'portal',
): void {
  const { cancel_at, cancel_at_period_end, canceled_at } = subscription;
  if (ends) releaseSchedule(world, subscription);
  subscription.cancel_at_period_end = ends && how === 'api';
  subscription.cancel_at = ends ? itemOf(subscription).current_period_end : null;
  subscription.canceled_at = ends ? world.now() : null;
  if (subscription.cancellation_details) {
    subscription.cancellation_details.reason = ends ? 'cancellation_requested' : null;
  }
  updated(world, subscription, { cancel_at, cancel_at_period_end, canceled_at });
}

/**
 * Changes the price and begins a new period now, which is billed in full.
 * @param pendingIfIncomplete keeps the old price as long as the new one has not been paid
 * @returns whether it has been paid
 */
export function changePriceNow(
  world: World,
  subscription: Subscription,
  price: Price,
  pendingIfIncomplete: boolean,
): boolean {
  const before = structuredClone(subscription);
  const now = world.now();
  releaseSchedule(world, subscription);
  const item = itemOf(subscription);
  setPrice(item, price);
  subscription.billing_cycle_anchor = now;
  item.current_period_start = now;
  item.current_period_end = periodEnd(now, now, intervalMonths(price));
  const invoice = billSubscription(world, subscription, 'subscription_update', true);
  const paid = invoice.status === 'paid';
  if (!paid && pendingIfIncomplete) {
    const items = structuredClone(subscription.items.data);
    Object.assign(subscription, before, { latest_invoice: invoice.id });
    subscription.pending_update = {
      billing_cycle_anchor: now,
      cancel_at_period_end: null,
      discount: null,
      discounts: null,
      expires_at: now + HOURS_23,
      metadata: null,
      subscription_items: items,
      trial_end: null,
      trial_from_plan: null,
    };
    invoice.next_payment_attempt = null;
  } else if (!paid) {
    subscription.status = 'past_due';
  }
  const { items, billing_cycle_anchor, latest_invoice, status } = before;
  updated(world, subscription, { items, billing_cycle_anchor, latest_invoice, status });
  return paid;
}

/** Drops a change of price that was not paid in time, with its invoice. */
export function expirePendingUpdate(world: World, subscription: Subscription): void {
  subscription.pending_update = null;
  const invoice = world.state.invoices[subscription.latest_invoice ?? ''];
  if (invoice?.status === 'open') {
    invoice.status = 'void';
    invoice.status_transitions.voided_at = world.now();
    world.emit('invoice.voided', invoice);
  }
  world.emit('customer.subscription.pending_update_expired', subscription);
}

/** Changes the price without a bill: the next period has it. */
export function changePriceLater(world: World, subscription: Subscription, price: Price): void {
  const items = structuredClone(subscription.items);
  setPrice(itemOf(subscription), price);
  updated(world, subscription, { items });
}

/** Keeps the price until the end of the period, as the portal does for a cheaper one. */
export function schedulePrice(world: World, subscription: Subscription, price: Price): void {
  releaseSchedule(world, subscription);
  const id = world.newId('sub_sched');
  const schedule = newSchedule(id, world.now(), subscription, price.id);
  world.state.subscriptionSchedules[id] = schedule;
  subscription.schedule = id;
  world.emit('subscription_schedule.created', schedule);
  updated(world, subscription, { schedule: null });
}

function releaseSchedule(world: World, subscription: Subscription): void {
  const schedule = world.state.subscriptionSchedules[subscription.schedule ?? ''];
  subscription.schedule = null;
  if (schedule === undefined) return;
  schedule.status = 'released';
  schedule.released_at = world.now();
  schedule.released_subscription = subscription.id;
  schedule.subscription = null;
  schedule.current_phase = null;
  world.emit('subscription_schedule.released', schedule);
}

/** Begins the next period, with the price that was scheduled for it, and bills it. */
export function renew(world: World, subscription: Subscription): void {
  const { state } = world;
  const items = structuredClone(subscription.items);
  const item = itemOf(subscription);
  const schedule = state.subscriptionSchedules[subscription.schedule ?? ''];
  const scheduled = schedule?.phases.at(-1)?.items[0]?.price;
  if (scheduled !== undefined) {
    setPrice(item, known(state.prices[scheduled], 'a price'));
    releaseSchedule(world, subscription);
  }
  item.current_period_start = item.current_period_end;
  item.current_period_end = periodEnd(
    subscription.billing_cycle_anchor,
    item.current_period_start,
    intervalMonths(item.price),
  );
  const { latest_invoice, status } = subscription;
  const invoice = billSubscription(world, subscription, 'subscription_cycle', false);
  if (invoice.status === 'open') subscription.status = 'past_due';
  updated(world, subscription, { items, latest_invoice, status });
}

/** Tries again to be paid; the last failure ends the subscription. */
export function retryInvoice(world: World, invoiceId: string): void {
  const { state } = world;
  const invoice = known(state.invoices[invoiceId], 'an invoice');
  const subscription =
    state.subscriptions[invoice.parent?.subscription_details?.subscription ?? ''];
  attemptPayment(world, invoice, false);
  if (subscription === undefined) return;
  if (invoice.status === 'paid') {
    const { status } = subscription;
    subscription.status = 'active';
    if (status !== 'active') updated(world, subscription, { status });
  } else if (invoice.next_payment_attempt === null) {
    endSubscription(world, subscription, 'payment_failed');
  }
}

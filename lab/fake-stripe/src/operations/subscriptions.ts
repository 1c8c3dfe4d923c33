import type { Account } from '../model/account.ts';
import { createObject, assertExists, fromFixture, updateObject } from '../model/objects.ts';
import type {
  Invoice,
  Price,
  Subscription,
  SubscriptionItem,
  SubscriptionSchedule,
} from '../model/state.ts';
import { computePeriodEnd } from '../model/time.ts';
import { attemptPayment } from './collect.ts';
import { billSubscription, finalizeInvoice, voidInvoice } from './invoicing.ts';

const PENDING_UPDATE_TTL_S = 23 * 3600;

export const isActiveOrPastDue = ({ status }: Subscription): boolean =>
  status === 'active' || status === 'past_due';

/** A subscription has only one item, because Tamis sells one price at a time. */
export function itemOf(subscription: Subscription): SubscriptionItem {
  const [item] = subscription.items.data;
  return assertExists(item, `the item of ${subscription.id}`);
}

const monthsOf = ({ recurring }: Price): number => (recurring?.interval === 'year' ? 12 : 1);

export const createItemFields = (price: Price, start: number, anchor: number) => ({
  price,
  current_period_start: start,
  current_period_end: computePeriodEnd(anchor, start, monthsOf(price)),
});

const itemsForPeriod = (
  subscription: Subscription,
  price: Price,
  start: number,
  anchor = subscription.billing_cycle_anchor,
): Subscription['items'] => ({
  ...subscription.items,
  data: [{ ...itemOf(subscription), ...createItemFields(price, start, anchor) }],
});

const UPDATED_EVENT = 'customer.subscription.updated';

export function endSubscription(
  account: Account,
  subscription: Subscription,
  reason: 'cancellation_requested' | 'payment_failed',
): void {
  const now = account.now();
  releaseSchedule(account, subscription);
  subscription.status = 'canceled';
  subscription.canceled_at ??= now;
  subscription.ended_at = now;
  subscription.pending_update = null;
  if (subscription.cancellation_details) subscription.cancellation_details.reason ??= reason;
  for (const invoice of Object.values(account.state.invoices)) {
    const subscriptionId = invoice.parent?.subscription_details?.subscription;
    if (subscriptionId === subscription.id) invoice.next_payment_attempt = null;
  }
  account.emit('customer.subscription.deleted', subscription);
}

/**
 * @param via the API sets `cancel_at_period_end`; the portal, for a subscription in flexible
 *   billing mode, sets only `cancel_at`:
 *   https://docs.stripe.com/billing/subscriptions/billing-mode/compare
 */
export function setCancelAtPeriodEnd(
  account: Account,
  subscription: Subscription,
  cancels: boolean,
  via: 'api' | 'portal',
): void {
  if (cancels) releaseSchedule(account, subscription);
  updateObject(account, UPDATED_EVENT, subscription, {
    cancel_at_period_end: cancels && via === 'api',
    cancel_at: cancels ? itemOf(subscription).current_period_end : null,
    canceled_at: cancels ? account.now() : null,
    cancellation_details: {
      comment: null,
      feedback: null,
      feedback_option: null,
      ...subscription.cancellation_details,
      reason: cancels ? 'cancellation_requested' : null,
    },
  });
}

/**
 * Bills a new period at a new price. The price changes only once the invoice is paid.
 * @returns whether the invoice was paid immediately
 */
export function changePrice(account: Account, subscription: Subscription, price: Price): boolean {
  const now = account.now();
  const items = itemsForPeriod(subscription, price, now, now);
  const invoice = billSubscription(account, subscription, items.data, 'subscription_update');
  if (invoice.status === 'paid') {
    releaseSchedule(account, subscription);
    const changes = { items, billing_cycle_anchor: now, latest_invoice: invoice.id };
    updateObject(account, UPDATED_EVENT, subscription, changes);
    return true;
  }
  invoice.next_payment_attempt = null;
  const pending_update = fromFixture<NonNullable<Subscription['pending_update']>>(
    'pending_update',
    {
      billing_cycle_anchor: now,
      expires_at: now + PENDING_UPDATE_TTL_S,
      subscription_items: items.data,
    },
  );
  updateObject(account, UPDATED_EVENT, subscription, {
    pending_update,
    latest_invoice: invoice.id,
  });
  return false;
}

/**
 * Changes the price within the current period. Both prices must have the same interval, so that
 * nothing is billed immediately.
 */
export function swapPrice(account: Account, subscription: Subscription, price: Price): void {
  const { current_period_start: start } = itemOf(subscription);
  updateObject(account, UPDATED_EVENT, subscription, {
    items: itemsForPeriod(subscription, price, start),
  });
}

export function expirePendingUpdate(account: Account, subscription: Subscription): void {
  subscription.pending_update = null;
  const invoice = account.state.invoices[subscription.latest_invoice ?? ''];
  if (invoice?.status === 'open') voidInvoice(account, invoice);
  account.emit('customer.subscription.pending_update_expired', subscription);
}

type Phase = SubscriptionSchedule['phases'][number];

export const findNextPhase = (
  { subscriptionSchedules }: Account['state'],
  subscription: Subscription,
): Phase | undefined =>
  subscriptionSchedules[subscription.schedule ?? '']?.phases.find(
    ({ start_date }) => start_date >= itemOf(subscription).current_period_end,
  );

/**
 * Schedules a new price for the next period, as the portal does for a cheaper one. If there is
 * already a schedule, the change is appended to it as another phase, as users of Stripe report.
 */
export function schedulePriceChange(
  account: Account,
  subscription: Subscription,
  price: Price,
): void {
  const item = itemOf(subscription);
  const { current_period_start: start_date, current_period_end: end_date } = item;
  const phase = (id: string, dates: Pick<Phase, 'start_date' | 'end_date'>): Phase =>
    fromFixture<Phase>('phase', {
      ...dates,
      items: [fromFixture('phase_item', { plan: id, price: id, quantity: item.quantity })],
    });
  const phaseFrom = (start: number): Phase =>
    phase(price.id, {
      start_date: start,
      end_date: computePeriodEnd(subscription.billing_cycle_anchor, start, monthsOf(price)),
    });
  const existing = account.state.subscriptionSchedules[subscription.schedule ?? ''];
  if (existing) {
    existing.phases.push(phaseFrom(existing.phases.at(-1)?.end_date ?? end_date));
    return;
  }
  const schedule = createObject(account, 'subscriptionSchedules', {
    current_phase: { start_date, end_date },
    customer: subscription.customer,
    phases: [phase(item.price.id, { start_date, end_date }), phaseFrom(end_date)],
    subscription: subscription.id,
  });
  updateObject(account, UPDATED_EVENT, subscription, { schedule: schedule.id });
}

function releaseSchedule(account: Account, subscription: Subscription): void {
  const schedule = account.state.subscriptionSchedules[subscription.schedule ?? ''];
  if (schedule === undefined) return;
  subscription.schedule = null;
  schedule.status = 'released';
  schedule.released_at = account.now();
  schedule.released_subscription = subscription.id;
  schedule.subscription = null;
  schedule.current_phase = null;
}

export function cancelScheduledChange(account: Account, subscription: Subscription): void {
  releaseSchedule(account, subscription);
  account.emit(UPDATED_EVENT, subscription);
}

/** Begins the next period at its scheduled price, and bills it. */
export function renewSubscription(account: Account, subscription: Subscription): void {
  const { state } = account;
  const item = itemOf(subscription);
  const scheduled = findNextPhase(state, subscription)?.items[0]?.price;
  const price =
    scheduled === undefined ? item.price : assertExists(state.prices[scheduled], 'a price');
  const items = itemsForPeriod(subscription, price, item.current_period_end);
  const invoice = billSubscription(account, subscription, items.data, 'subscription_cycle');
  updateObject(account, UPDATED_EVENT, subscription, {
    items,
    latest_invoice: invoice.id,
    status: invoice.next_payment_attempt === null ? subscription.status : 'past_due',
  });
  if (!findNextPhase(state, subscription)) releaseSchedule(account, subscription);
}

/** Renews the subscription in a copy of the state, and returns the resulting invoice. */
export function previewRenewal(account: Account, id: string): Invoice {
  const state = structuredClone(account.state);
  const invoicing = { ...account.invoicing, draft: true };
  const subscription = assertExists(state.subscriptions[id], 'a subscription');
  renewSubscription({ ...account, state, invoicing, emit: () => undefined }, subscription);
  const invoice = assertExists(state.invoices[String(subscription.latest_invoice)], 'an invoice');
  return { ...invoice, id: `upcoming_${invoice.id}` };
}

/** Attempts the payment, finalizing a draft first. The last failure ends the subscription. */
export function retryInvoice(account: Account, invoiceId: string, present = false): void {
  const { state } = account;
  const invoice = assertExists(state.invoices[invoiceId], 'an invoice');
  const subscription =
    state.subscriptions[invoice.parent?.subscription_details?.subscription ?? ''];
  if (invoice.status === 'draft') finalizeInvoice(account, invoice);
  attemptPayment(account, invoice, present);
  if (subscription === undefined || !isActiveOrPastDue(subscription)) return;
  if (invoice.status !== 'paid' && invoice.next_payment_attempt === null)
    endSubscription(account, subscription, 'payment_failed');
  else updateSubscriptionStatus(account, subscription, invoice);
}

/** Sets a subscription to `past_due` while its last invoice is open, and to `active` otherwise. */
export function updateSubscriptionStatus(
  account: Account,
  subscription: Subscription,
  { status }: { readonly status: string | null },
): void {
  updateObject(account, UPDATED_EVENT, subscription, {
    status: status === 'open' ? 'past_due' : 'active',
  });
}

import type { Stripe } from 'stripe';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { startTestStripe } from '../tests/test-stripe.ts';
import type { TestStripe } from '../tests/test-stripe.ts';
import { idOf, openCheckoutSession, createCatalog } from '../tests/catalog.ts';
import type { Catalog } from '../tests/catalog.ts';

const START = Date.UTC(2026, 0, 31, 10);
const now = (): number => START;

let fake: TestStripe;
let stripe: Stripe;
let catalog: Catalog;

beforeEach(async () => {
  fake = await startTestStripe({ now });
  onTestFinished(() => fake[Symbol.asyncDispose]());
  ({ stripe } = fake);
  catalog = await createCatalog(stripe);
});

const day = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10);

/** Returns the days and types of the events since the last call, oldest first. */
async function newEvents(...wanted: string[]): Promise<string[]> {
  const events: Stripe.Event[] = [];
  for await (const event of stripe.events.list({ limit: 100 })) events.unshift(event);
  const fresh = events.filter(({ id }) => !seenEventIds.has(id));
  for (const { id } of fresh) seenEventIds.add(id);
  return fresh
    .filter(({ type }) => wanted.length === 0 || wanted.includes(type))
    .map(({ type, created }) => `${day(created)} ${type}`);
}
const seenEventIds = new Set<string>();

const pay = (session: { id: string }, card = 'ok') =>
  fake.runControl(`/stripe/sessions/${session.id}/pay`, { card });
const advance = (duration: string) => fake.runControl('/stripe/clock', { advance: duration });

async function subscribe(price: Stripe.Price, card = 'ok'): Promise<Stripe.Subscription> {
  const session = await openCheckoutSession(stripe, catalog, price);
  expect((await pay(session, card)).status).toBe(200);
  const { subscription } = await stripe.checkout.sessions.retrieve(session.id);
  return stripe.subscriptions.retrieve(idOf(subscription));
}

const confirmPortalFlow = async (
  flow_data: Stripe.BillingPortal.SessionCreateParams.FlowData,
): Promise<number> => {
  const { id } = await stripe.billingPortal.sessions.create({
    customer: catalog.customer.id,
    configuration: catalog.portal.id,
    flow_data,
  });
  return (await fake.runControl(`/stripe/portal-sessions/${id}/confirm`)).status;
};
const switchPlan = ({ id, items }: Stripe.Subscription, price: Stripe.Price) =>
  confirmPortalFlow({
    type: 'subscription_update_confirm',
    subscription_update_confirm: {
      subscription: id,
      items: [{ id: items.data[0]?.id ?? '', price: price.id, quantity: 1 }],
    },
  });

test('sells a pack once, with tax, an invoice and a receipt', async () => {
  const session = await openCheckoutSession(stripe, catalog, catalog.pack);
  expect(session).toMatchObject({
    status: 'open',
    payment_status: 'unpaid',
    amount_total: 500,
    payment_intent: null,
    automatic_tax: { status: 'requires_location_inputs' },
    url: `${fake.url}/stripe/checkout/${session.id}`,
  });
  await newEvents();
  expect((await pay(session, 'declined')).status).toBe(402);
  expect(await newEvents()).toEqual(['2026-01-31 charge.failed']);
  expect((await pay(session)).status).toBe(200);
  expect(await newEvents()).toEqual([
    '2026-01-31 customer.updated',
    '2026-01-31 charge.succeeded',
    '2026-01-31 invoice.finalized',
    '2026-01-31 invoice.paid',
    '2026-01-31 checkout.session.completed',
  ]);
  expect((await pay(session)).status).toBe(400);

  const paid = await stripe.checkout.sessions.retrieve(session.id, {
    expand: ['invoice', 'payment_intent.latest_charge'],
  });
  expect(paid).toMatchObject({
    status: 'complete',
    payment_status: 'paid',
    amount_subtotal: 500,
    amount_total: 600,
    automatic_tax: { status: 'complete' },
    invoice: { billing_reason: 'manual', parent: null, status: 'paid', total: 600 },
    payment_intent: {
      metadata: { user_id: 'u1' },
      latest_charge: { amount: 600, paid: true, metadata: { user_id: 'u1' } },
    },
  });
});

test('expires an unpaid session automatically and on request', async () => {
  const expiredSession = await openCheckoutSession(stripe, catalog, catalog.pack);
  const unpaidSession = await openCheckoutSession(stripe, catalog, catalog.pack, {
    expires_at: START / 1000 + 3600,
  });
  expect((await stripe.checkout.sessions.expire(expiredSession.id)).status).toBe('expired');
  await expect(stripe.checkout.sessions.expire(expiredSession.id)).rejects.toMatchObject({
    statusCode: 400,
  });
  await advance('PT59M');
  expect((await stripe.checkout.sessions.retrieve(unpaidSession.id)).status).toBe('open');
  await advance('PT1M');
  expect((await stripe.checkout.sessions.retrieve(unpaidSession.id)).status).toBe('expired');
  expect((await pay(unpaidSession)).status).toBe(400);
  expect(await newEvents('checkout.session.expired')).toHaveLength(2);
  // The caller's clock was not advanced, so `expires_at` is still in real time.
  const later = await openCheckoutSession(stripe, catalog, catalog.pack, {
    expires_at: START / 1000 + 3600,
  });
  expect(later).toMatchObject({ status: 'open', expires_at: START / 1000 + 3600 });
});

test('creates a subscription once it is paid, and bills it for a year', async () => {
  const session = await openCheckoutSession(stripe, catalog, catalog.small);
  expect((await pay(session, 'declined')).status).toBe(402);
  expect(await stripe.subscriptions.list({ status: 'all' })).toMatchObject({ data: [] });
  await pay(session);
  const open = await stripe.checkout.sessions.retrieve(session.id, { expand: ['subscription'] });
  const subscription = await stripe.subscriptions.retrieve(idOf(open.subscription));
  expect(subscription).toMatchObject({
    status: 'active',
    metadata: { user_id: 'u1' },
    items: { data: [{ price: { id: catalog.small.id } }] },
  });
  const { id } = subscription;
  await newEvents();

  // Periods end on the anchor's day of the month, or on the last day of a shorter month.
  for (const [duration, paid] of [
    ['P1M', '2026-02-28'],
    ['P1M3D', '2026-03-31'],
    ['P1M', '2026-04-30'],
  ] as const) {
    await advance(duration);
    expect(await newEvents('invoice.paid')).toEqual([`${paid} invoice.paid`]);
  }

  // An upgrade is paid in full immediately, and begins a new period.
  await advance('P10D');
  expect(await switchPlan(subscription, catalog.large)).toBe(200);
  const upgraded = await stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] });
  expect(upgraded).toMatchObject({
    items: {
      data: [{ price: { id: catalog.large.id }, current_period_start: expect.any(Number) }],
    },
    latest_invoice: {
      billing_reason: 'subscription_update',
      status: 'paid',
      subtotal: 5000,
      lines: {
        data: [
          {
            amount: 5000,
            parent: {
              subscription_item_details: { proration: false, subscription: id },
            },
            pricing: { price_details: { price: catalog.large.id } },
          },
        ],
      },
      parent: { subscription_details: { subscription: id } },
    },
  });
  const period = upgraded.items.data[0];
  expect(
    [period?.current_period_start, period?.current_period_end].map((at = 0) => day(at)),
  ).toEqual(['2026-05-10', '2026-06-10']);
  expect(await newEvents('invoice.paid')).toEqual(['2026-05-10 invoice.paid']);

  // A downgrade bills nothing now, and less from the next period on.
  expect(await switchPlan(upgraded, catalog.small)).toBe(200);
  const scheduled = await stripe.subscriptions.retrieve(id, { expand: ['schedule'] });
  expect(scheduled.items.data[0]?.price.id).toBe(catalog.large.id);
  expect(
    (scheduled.schedule as Stripe.SubscriptionSchedule).phases.map(({ items }) => items[0]?.price),
  ).toEqual([catalog.large.id, catalog.small.id]);
  expect(await newEvents('invoice.paid')).toEqual([]);
  await advance('P1M');
  const downgraded = await stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] });
  expect(downgraded).toMatchObject({
    schedule: null,
    items: { data: [{ price: { id: catalog.small.id } }] },
    latest_invoice: { subtotal: 1500, billing_reason: 'subscription_cycle' },
  });
  await newEvents();

  await fake.runControl(`/stripe/customers/${catalog.customer.id}/card`, { card: 'declined' });
  await advance('P1M');
  expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'past_due' });
  const [failed] = (await stripe.invoices.list({ subscription: id, status: 'open' })).data;
  expect(failed).toMatchObject({ attempt_count: 1, amount_remaining: 1800 });
  await fake.runControl(`/stripe/customers/${catalog.customer.id}/card`, { card: 'ok' });
  await advance('P3D');
  expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'active' });
  expect(await newEvents('invoice.payment_failed', 'invoice.paid')).toEqual([
    '2026-07-10 invoice.payment_failed',
    '2026-07-13 invoice.paid',
  ]);

  // Canceling in the portal sets only `cancel_at`, because of the flexible billing mode.
  await advance('P5M');
  await newEvents();
  expect(
    await confirmPortalFlow({
      type: 'subscription_cancel',
      subscription_cancel: { subscription: id },
    }),
  ).toBe(200);
  const ending = await stripe.subscriptions.retrieve(id);
  expect(ending).toMatchObject({ status: 'active', cancel_at_period_end: false });
  expect(day(ending.cancel_at ?? 0)).toBe('2027-01-10');
  const ended = [];
  for (const month of ['P1M', 'P1M']) {
    await advance(month);
    ended.push(...(await newEvents('invoice.paid', 'customer.subscription.deleted')));
  }
  expect(ended).toEqual(['2027-01-10 customer.subscription.deleted']);
  expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'canceled' });
  const invoices = await stripe.invoices.list({ subscription: id, limit: 100 });
  expect(invoices.data.map(({ status }) => status)).toEqual(Array(12).fill('paid'));
});

test('ends a subscription after four failed attempts to charge a renewal', async () => {
  const { id } = await subscribe(catalog.small, 'declined_later');
  await newEvents();
  await advance('P1M');
  await advance('P15D');
  expect(await newEvents('invoice.payment_failed', 'customer.subscription.deleted')).toEqual([
    '2026-02-28 invoice.payment_failed',
    '2026-03-03 invoice.payment_failed',
    '2026-03-08 invoice.payment_failed',
    '2026-03-15 invoice.payment_failed',
    '2026-03-15 customer.subscription.deleted',
  ]);
  expect(await stripe.subscriptions.retrieve(id)).toMatchObject({
    status: 'canceled',
    cancellation_details: { reason: 'payment_failed' },
  });
});

test('appends another plan change to the scheduled one, and bills both', async () => {
  const subscription = await subscribe(catalog.large);
  expect(await switchPlan(subscription, catalog.small)).toBe(200);
  expect(await switchPlan(subscription, catalog.small)).toBe(200);
  const expand = ['schedule'];
  const { schedule } = await stripe.subscriptions.retrieve(subscription.id, { expand });
  const { phases } = schedule as Stripe.SubscriptionSchedule;
  expect(phases.map(({ start_date }) => day(start_date))).toEqual([
    '2026-01-31',
    '2026-02-28',
    '2026-03-31',
  ]);
  await advance('P1M');
  const { schedule: laterSchedule } = await stripe.subscriptions.retrieve(subscription.id);
  expect(laterSchedule).toBe(idOf(schedule));
  await advance('P1M3D');
  expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ schedule: null });
});

test('keeps the plan if the card does not pay for an upgrade, and discards the upgrade in a day', async () => {
  const subscription = await subscribe(catalog.small);
  await fake.runControl(`/stripe/customers/${catalog.customer.id}/card`, { card: 'declined' });
  await newEvents();
  expect(await switchPlan(subscription, catalog.large)).toBe(402);
  expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
    status: 'active',
    items: { data: [{ price: { id: catalog.small.id } }] },
    pending_update: { subscription_items: [{ price: { id: catalog.large.id } }] },
  });
  await advance('P1D');
  expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
    pending_update: null,
  });
  expect(
    await newEvents(
      'invoice.paid',
      'invoice.voided',
      'customer.subscription.pending_update_expired',
    ),
  ).toEqual([
    '2026-02-01 invoice.voided',
    '2026-02-01 customer.subscription.pending_update_expired',
  ]);
});

test('cancels at period end through the API, revokes the cancellation, and swaps prices', async () => {
  const { id, items } = await subscribe(catalog.small);
  const ending = await stripe.subscriptions.update(id, { cancel_at_period_end: true });
  expect(ending).toMatchObject({ cancel_at_period_end: true, cancel_at: expect.any(Number) });
  const resumed = await stripe.subscriptions.update(id, { cancel_at_period_end: false });
  expect(resumed).toMatchObject({
    cancel_at_period_end: false,
    cancel_at: null,
    canceled_at: null,
  });

  const item = { id: items.data[0]?.id ?? '', price: catalog.large.id };
  await stripe.subscriptions.update(id, { items: [item], proration_behavior: 'none' });
  expect((await stripe.invoices.list({ subscription: id })).data).toHaveLength(1);
});

test('refunds a charge in parts, never more than its amount, and can fail a refund', async () => {
  const session = await openCheckoutSession(stripe, catalog, catalog.pack);
  await pay(session);
  const [charge] = (await stripe.charges.list()).data;
  const id = idOf(charge);
  const payment_intent = idOf(charge?.payment_intent);
  await newEvents();

  const key = { idempotencyKey: `refund:a:${id}` };
  await stripe.refunds.create({ payment_intent, amount: 200 }, key);
  await stripe.refunds.create({ payment_intent, amount: 200 }, key);
  expect(await stripe.charges.retrieve(id)).toMatchObject({
    amount_refunded: 200,
    refunded: false,
  });
  await expect(stripe.refunds.create({ payment_intent, amount: 401 })).rejects.toMatchObject({
    param: 'amount',
  });
  const all = await fake.runControl(`/stripe/charges/${id}/refund`);
  expect(all.body).toMatchObject({ amount: 400, status: 'succeeded' });
  expect(await stripe.charges.retrieve(id)).toMatchObject({
    amount_refunded: 600,
    refunded: true,
  });
  await expect(stripe.refunds.create({ payment_intent })).rejects.toMatchObject({
    param: 'amount',
  });

  const { data } = await stripe.refunds.list({ payment_intent });
  expect(data).toMatchObject([{ amount: 400 }, { amount: 200 }]);
  const [{ id: last = '' } = {}] = data;
  await fake.runControl(`/stripe/refunds/${last}/fail`);
  expect(await stripe.charges.retrieve(id)).toMatchObject({
    amount_refunded: 200,
    refunded: false,
  });
  expect(await newEvents()).toEqual([
    '2026-01-31 refund.created',
    '2026-01-31 charge.refunded',
    '2026-01-31 refund.created',
    '2026-01-31 charge.refunded',
    '2026-01-31 refund.updated',
    '2026-01-31 charge.refund.updated',
    '2026-01-31 refund.failed',
  ]);
});

test.each([
  ['won', ['funds_reinstated', 'closed']],
  ['lost', ['closed']],
])('closes a dispute as %s', async (close, last) => {
  await pay(await openCheckoutSession(stripe, catalog, catalog.pack));
  const [charge] = (await stripe.charges.list()).data;
  const path = `/stripe/charges/${idOf(charge)}/dispute`;
  await newEvents();
  expect((await fake.runControl(path)).body).toMatchObject({
    amount: 600,
    status: 'needs_response',
  });
  await expect(
    stripe.refunds.create({ payment_intent: idOf(charge?.payment_intent) }),
  ).rejects.toMatchObject({
    code: 'charge_disputed',
  });
  const closed = await fake.runControl(path, { close });
  expect(closed.body).toMatchObject({ status: close, charge: idOf(charge) });
  expect((await fake.runControl(path, { close })).status).toBe(400);
  expect(await newEvents()).toEqual(
    ['created', 'funds_withdrawn', 'updated', ...last].map(
      (suffix) => `2026-01-31 charge.dispute.${suffix}`,
    ),
  );
});

test('supports several partial disputes of a payment, and refunds during an inquiry', async () => {
  await pay(await openCheckoutSession(stripe, catalog, catalog.pack));
  const [charge] = (await stripe.charges.list()).data;
  const path = `/stripe/charges/${idOf(charge)}/dispute`;
  const dispute = async (body: object) => (await fake.runControl(path, body)).body;
  expect(await dispute({ amount: 100, inquiry: true })).toMatchObject({
    amount: 100,
    status: 'warning_needs_response',
  });
  await stripe.refunds.create({ payment_intent: idOf(charge?.payment_intent), amount: 50 });
  expect(await dispute({ amount: 451 })).toMatchObject({
    error: { type: 'invalid_request_error' },
  });
  expect(await dispute({ amount: 450, reason: 'duplicate' })).toMatchObject({ amount: 450 });
  await expect(
    stripe.refunds.create({ payment_intent: idOf(charge?.payment_intent) }),
  ).rejects.toMatchObject({
    code: 'charge_disputed',
  });
  expect(await dispute({ close: 'lost' })).toMatchObject({ status: 'warning_closed' });
  expect(await dispute({ close: 'lost' })).toMatchObject({ status: 'lost', reason: 'duplicate' });
  expect((await stripe.disputes.list({ limit: 10 })).data).toHaveLength(2);
});

test('ends the subscription of a deleted customer, and bills nothing afterwards', async () => {
  const { id } = await subscribe(catalog.small);
  await newEvents();
  await stripe.customers.del(catalog.customer.id);
  expect(await newEvents()).toEqual([
    '2026-01-31 customer.subscription.deleted',
    '2026-01-31 customer.deleted',
  ]);
  for (const month of ['P1M', 'P1M']) {
    await advance(month);
    expect(await newEvents()).toEqual([]);
  }
  expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'canceled' });
});

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

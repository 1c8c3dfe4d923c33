import type { Stripe } from 'stripe';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { startTestStripe, type TestStripe } from '../tests/test-stripe.ts';
import { type Catalog, idOf, createCatalog, openCheckoutSession } from '../tests/catalog.ts';

let fake: TestStripe;
let stripe: Stripe;
let catalog: Catalog;

beforeEach(async () => {
  fake = await startTestStripe({ now: () => Date.UTC(2026, 0, 31, 10) });
  onTestFinished(() => fake[Symbol.asyncDispose]());
  ({ stripe } = fake);
  catalog = await createCatalog(stripe);
});

const runControl = async (path: string, body: object): Promise<number> =>
  (await fake.runControl(`/stripe/${path}`, body)).status;
const pay = (session: string, card: string) => runControl(`sessions/${session}/pay`, { card });
const advance = (duration: string) => runControl('clock', { advance: duration });

async function eventsOfTypes(...wanted: string[]): Promise<string[]> {
  const { data } = await stripe.events.list({ types: wanted, limit: 100 });
  return data
    .toReversed()
    .map(({ type, created }) => `${new Date(created * 1000).toISOString().slice(0, 10)} ${type}`);
}

async function subscribe(card = 'ok'): Promise<Stripe.Subscription> {
  const session = await openCheckoutSession(stripe, catalog, catalog.small);
  expect(await pay(session.id, card)).toBe(200);
  const { subscription } = await stripe.checkout.sessions.retrieve(session.id);
  return stripe.subscriptions.retrieve(idOf(subscription));
}

test('leaves a renewal open until it is paid if the bank requires authentication', async () => {
  const { id } = await subscribe('authenticate');
  await advance('P1M');
  expect(await eventsOfTypes('invoice.paid', 'invoice.payment_action_required')).toEqual([
    '2026-01-31 invoice.paid',
    '2026-02-28 invoice.payment_action_required',
  ]);
  expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'past_due' });
  await runControl(`customers/${catalog.customer.id}/card`, { card: 'ok' });
  await advance('P3D');
  // The event from January is omitted, because events are kept for only thirty days.
  expect(await eventsOfTypes('invoice.paid')).toEqual(['2026-03-03 invoice.paid']);
  expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'active' });
});

test.each([{}, { paid_out_of_band: true }])(
  'a renewal that is paid through the API makes its subscription active: %j',
  async (how) => {
    const { id } = await subscribe('authenticate');
    await advance('P1M');
    const { latest_invoice } = await stripe.subscriptions.retrieve(id);
    const renewal = idOf(latest_invoice);
    await expect(stripe.invoices.pay(renewal, { off_session: true })).rejects.toThrow('action');
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'past_due' });
    await runControl(`customers/${catalog.customer.id}/card`, { card: 'ok' });
    expect(await stripe.invoices.pay(renewal, how)).toMatchObject({ status: 'paid' });
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'active' });
    expect(
      (await eventsOfTypes('invoice.paid', 'customer.subscription.updated')).slice(-2),
    ).toEqual(['2026-02-28 invoice.paid', '2026-02-28 customer.subscription.updated']);
  },
);

test('keeps an invoice that cannot be finalized as a draft, and its subscription active', async () => {
  const { id } = await subscribe();
  await runControl('faults', { invoices: { finalize: false } });
  await advance('P1M');
  expect(
    await eventsOfTypes('invoice.finalized', 'invoice.finalization_failed', 'invoice.paid'),
  ).toEqual([
    '2026-01-31 invoice.finalized',
    '2026-01-31 invoice.paid',
    '2026-02-28 invoice.finalization_failed',
  ]);
  const { latest_invoice, status } = await stripe.subscriptions.retrieve(id);
  expect(status).toBe('active');
  expect(await stripe.invoices.retrieve(idOf(latest_invoice))).toMatchObject({
    status: 'draft',
    amount_paid: 0,
    automatic_tax: { status: 'failed' },
    last_finalization_error: { type: 'api_error' },
  });
});

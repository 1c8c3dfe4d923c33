import type { Stripe } from 'stripe';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { startTestStripe, type TestStripe } from '../tests/test-stripe.ts';
import { type Catalog, idOf, createCatalog, openSession } from '../tests/catalog.ts';

/** Payments and invoices whose outcome stays open for a while. */

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

/** Days and types of all stored events of the wanted types, oldest first. */
async function eventsOfTypes(...wanted: string[]): Promise<string[]> {
  const { data } = await stripe.events.list({ types: wanted, limit: 100 });
  return data
    .toReversed()
    .map(({ type, created }) => `${new Date(created * 1000).toISOString().slice(0, 10)} ${type}`);
}

/** A subscription whose first month has just been paid. */
async function subscribe(card = 'ok'): Promise<Stripe.Subscription> {
  const session = await openSession(stripe, catalog, catalog.small);
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
  // The event from January is older than the thirty days for which events are kept.
  expect(await eventsOfTypes('invoice.paid')).toEqual(['2026-03-03 invoice.paid']);
  expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'active' });
});

test('keeps an invoice that cannot be finalized as a draft, and the subscription active', async () => {
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

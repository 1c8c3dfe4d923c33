import type { IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { Stripe } from 'stripe';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { startTestStripe, WEBHOOK_SECRET } from '../tests/test-stripe.ts';
import type { TestStripe } from '../tests/test-stripe.ts';
import { serveHttp } from '../tests/serve-http.ts';
import { API_VERSION } from './model/state.ts';

let fake: TestStripe;
let stripe: Stripe;
let received: { headers: IncomingHttpHeaders; body: string; event: Stripe.Event }[];
/** Statuses of the endpoint's next responses; after these, it responds 200. */
let nextStatuses: number[];

beforeEach(async () => {
  received = [];
  nextStatuses = [];
  const endpoint = await serveHttp(async (message, response) => {
    const body = await text(message);
    const signature = String(message.headers['stripe-signature']);
    const event = Stripe.webhooks.constructEvent(body, signature, WEBHOOK_SECRET);
    received.push({ headers: message.headers, body, event });
    response.writeHead(nextStatuses.shift() ?? 200).end();
  });
  // Stripe's library compares the time of a signature with the clock of the process.
  fake = await startTestStripe({ now: Date.now });
  onTestFinished(() => fake[Symbol.asyncDispose]());
  onTestFinished(() => endpoint.close());
  ({ stripe } = fake);
  await stripe.webhookEndpoints.create({
    url: `${endpoint.url}/hook`,
    enabled_events: ['customer.created', 'customer.deleted'],
    api_version: API_VERSION,
  });
});

const undelivered = () => fake.state.deliveries.filter(({ delivered }) => !delivered);

async function waitUntilDelivered(): Promise<void> {
  while (undelivered().length > 0) await new Promise((resolve) => setTimeout(resolve, 10));
}

test('delivers a signed event with a snapshot of the object, only to subscribed endpoints', async () => {
  const customer = await stripe.customers.create({ name: 'Anna' });
  await stripe.customers.update(customer.id, { name: 'Berta' });
  await waitUntilDelivered();
  const [first] = received;
  expect(first?.event).toMatchObject({
    object: 'event',
    type: 'customer.created',
    api_version: API_VERSION,
    livemode: false,
    data: { object: { id: customer.id, name: 'Anna' } },
  });
  expect(first?.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(received).toHaveLength(1);
  const { data } = await stripe.events.list();
  expect(data.map(({ pending_webhooks }) => pending_webhooks)).toEqual([0, 0]);
  expect(data[0]?.data).toMatchObject({ object: { name: 'Berta' } });
});

test('never delivers events to a disabled endpoint, but lists them for thirty days', async () => {
  const [{ id = '' } = {}] = (await stripe.webhookEndpoints.list()).data;
  expect(await stripe.webhookEndpoints.update(id, { disabled: true })).toMatchObject({
    status: 'disabled',
    enabled_events: ['customer.created', 'customer.deleted'],
  });
  const { created } = await stripe.customers.create({ name: 'Anna' });
  await stripe.webhookEndpoints.update(id, { disabled: false });
  await stripe.customers.create({ name: 'Berta' });
  await waitUntilDelivered();
  expect(received[0]?.event.data.object).toMatchObject({ name: 'Berta' });
  expect(received).toHaveLength(1);

  const types = ['customer.created'];
  const list = async (params = {}) => (await stripe.events.list({ types, ...params })).data;
  const [berta, anna] = await list({ created: { gte: created } });
  expect(await list({ created: { lt: created } })).toEqual([]);
  expect(await list({ starting_after: berta?.id })).toEqual([anna]);
  await expect(list({ types: Array(21).fill('refund.created') })).rejects.toThrow('types');
  await fake.runControl('/stripe/clock', { advance: 'P31D' });
  expect(await list()).toEqual([]);
});

test('retries a delivery until the endpoint accepts it', async () => {
  nextStatuses.push(500, 404, 302);
  await stripe.customers.create({});
  expect(undelivered()).toHaveLength(1);
  await waitUntilDelivered();
  expect(received).toHaveLength(4);
  expect(new Set(received.map(({ event }) => event.id)).size).toBe(1);
  expect(new Set(received.map(({ body }) => body)).size).toBe(1);
});

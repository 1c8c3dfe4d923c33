import type { Stripe } from 'stripe';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { startTestEndpoint, startTestStripe } from '../../../tests/support/stripe.ts';
import type { TestEndpoint, TestStripe } from '../../../tests/support/stripe.ts';
import { API_VERSION } from './model/state.ts';

/** Events on their way; the endpoint of these tests checks every signature. */

let fake: TestStripe;
let stripe: Stripe;
let endpoint: TestEndpoint;

beforeEach(async () => {
  endpoint = await startTestEndpoint();
  fake = await startTestStripe();
  onTestFinished(() => fake[Symbol.asyncDispose]());
  onTestFinished(() => endpoint[Symbol.asyncDispose]());
  ({ stripe } = fake);
  await stripe.webhookEndpoints.create({
    url: endpoint.url,
    enabled_events: ['customer.created', 'customer.deleted'],
    api_version: API_VERSION,
  });
});

const undelivered = () => fake.state.deliveries.filter(({ delivered }) => !delivered);

/** Until nothing waits any more. */
async function settled(): Promise<void> {
  while (undelivered().length > 0) await new Promise((resolve) => setTimeout(resolve, 10));
}

test('an event comes signed, with the object as it was, and only where it was asked for', async () => {
  const customer = await stripe.customers.create({ name: 'Anna' });
  await stripe.customers.update(customer.id, { name: 'Berta' });
  const [first] = await endpoint.got(1);
  expect(first?.event).toMatchObject({
    object: 'event',
    type: 'customer.created',
    api_version: API_VERSION,
    livemode: false,
    data: { object: { id: customer.id, name: 'Anna' } },
  });
  expect(first?.headers['content-type']).toBe('application/json; charset=utf-8');
  await settled();
  expect(endpoint.received).toHaveLength(1);
  const { data } = await stripe.events.list();
  expect(data.map(({ pending_webhooks }) => pending_webhooks)).toEqual([0, 0]);
  expect(data[0]?.data).toMatchObject({ object: { name: 'Berta' } });
});

test('a disabled endpoint gets nothing, not even later; its events are listed for thirty days', async () => {
  const [{ id = '' } = {}] = (await stripe.webhookEndpoints.list()).data;
  expect(await stripe.webhookEndpoints.update(id, { disabled: true })).toMatchObject({
    status: 'disabled',
    enabled_events: ['customer.created', 'customer.deleted'],
  });
  const { created } = await stripe.customers.create({ name: 'Anna' });
  await stripe.webhookEndpoints.update(id, { disabled: false });
  await stripe.customers.create({ name: 'Berta' });
  expect((await endpoint.got(1))[0]?.event.data.object).toMatchObject({ name: 'Berta' });
  await settled();
  expect(endpoint.received).toHaveLength(1);

  const types = ['customer.created'];
  const list = async (params = {}) => (await stripe.events.list({ types, ...params })).data;
  const [berta, anna] = await list({ created: { gte: created } });
  expect(await list({ created: { lt: created } })).toEqual([]);
  expect(await list({ starting_after: berta?.id })).toEqual([anna]);
  await expect(list({ types: Array(21).fill('refund.created') })).rejects.toThrow('types');
  await fake.program('/stripe/clock', { advance: 'P31D' });
  expect(await list()).toEqual([]);
});

test('what an endpoint does not take is sent again until it does', async () => {
  endpoint.failNext(500, 404, 302);
  await stripe.customers.create({});
  expect(undelivered()).toHaveLength(1);
  const got = await endpoint.got(4);
  expect(new Set(got.map(({ event }) => event.id)).size).toBe(1);
  expect(new Set(got.map(({ body }) => body)).size).toBe(1);
  await settled();
});

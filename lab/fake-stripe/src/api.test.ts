import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Stripe } from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { START, STRIPE_KEY, startTestStripe, createStripeClient } from '../tests/test-stripe.ts';
import type { TestStripe } from '../tests/test-stripe.ts';
import { idOf, openCheckoutSession, createCatalog } from '../tests/catalog.ts';
import type { Catalog } from '../tests/catalog.ts';
import { API_VERSION } from './model/state.ts';

let fake: TestStripe;
let stripe: Stripe;
let catalog: Catalog;

beforeAll(async () => {
  fake = await startTestStripe();
  stripe = fake.stripe;
  catalog = await createCatalog(stripe);
});
afterAll(() => fake[Symbol.asyncDispose]());

const sendRaw = (method: 'GET' | 'POST', path: string, params: object = {}) =>
  stripe.rawRequest(method, path, params as Record<string, unknown>);

const invalidRequest = (more: object) => ({
  type: 'StripeInvalidRequestError',
  statusCode: 400,
  ...more,
});

test('implements the API version of the SDK', () => {
  expect(Stripe.API_VERSION).toBe(API_VERSION);
});

test('rejects a wrong or missing API key and another API version', async () => {
  const { hostname: host, port } = new URL(fake.url);
  const other = new Stripe('sk_test_other', { host, port, protocol: 'http' });
  await expect(other.customers.list()).rejects.toMatchObject({
    type: 'StripeAuthenticationError',
    statusCode: 401,
  });
  expect((await fetch(`${fake.url}/v1/customers`)).status).toBe(401);
  const headers = { authorization: `Bearer ${STRIPE_KEY}`, 'stripe-version': '2024-06-20' };
  const response = await fetch(`${fake.url}/v1/customers`, { headers });
  expect(response.status).toBe(400);
  expect(await response.text()).toContain(API_VERSION);
});

test.each([
  ['/v1/customers', { foo: '1' }, 'parameter_unknown', 'foo'],
  ['/v1/customers', { metadata: { a: 'x'.repeat(501) } }, undefined, 'metadata[a]'],
  ['/v1/prices', { product: 'p', unit_amount: 1 }, 'parameter_missing', 'currency'],
  ['/v1/prices', { product: 'p', currency: 'eur', unit_amount: 'x' }, undefined, 'unit_amount'],
  ['/v1/checkout/sessions', { mode: 'gift' }, undefined, 'mode'],
  ['/v1/checkout/sessions', { payment_method_types: ['card'] }, 'parameter_missing', 'mode'],
])('rejects POST %s with %o', async (path, params, code, param) => {
  await expect(sendRaw('POST', path, params)).rejects.toMatchObject(
    invalidRequest({ code, param }),
  );
});

test.each([
  [{ payment_method_types: ['card'] }, 'parameter_unknown', 'payment_method_types'],
  [{ line_items: [{ price: 'price_x', foo: '1' }] }, 'parameter_unknown', 'line_items[0][foo]'],
  [{ line_items: [{ price: 'price_x' }] }, 'resource_missing', 'line_items[0][price]'],
  [{ customer: 'cus_x' }, 'resource_missing', 'customer'],
  [{ customer: '' }, undefined, 'customer'],
  [{ success_url: 'invoices' }, undefined, 'success_url'],
  [{ expires_at: 60 }, undefined, 'expires_at'],
])('rejects a checkout session with %o', async (wrong, code, param) => {
  const right = {
    mode: 'payment',
    customer: catalog.customer.id,
    line_items: [{ price: catalog.pack.id }],
    success_url: 'http://web.test/ok',
  };
  const request = sendRaw('POST', '/v1/checkout/sessions', { ...right, ...wrong });
  await expect(request).rejects.toMatchObject(invalidRequest({ code, param }));
});

test('rejects a checkout session whose items or parameters do not match its mode', async () => {
  const { pack, small, customer } = catalog;
  const item = ({ id }: Stripe.Price, quantity = 1) => ({ price: id, quantity });
  const invoice_creation = { enabled: true };
  for (const [mode, fields] of [
    ['payment', { line_items: [item(pack), item(small)] }],
    ['payment', { line_items: [item(pack, 200_000)] }],
    ['payment', { line_items: [item(pack)], subscription_data: { metadata: { a: 'b' } } }],
    ['subscription', { line_items: [item(pack)] }],
    ['subscription', { line_items: [item(small)], invoice_creation }],
    ['subscription', { line_items: [item(small), ...Array(21).fill(item(pack))] }],
  ] as const) {
    const params = { mode, customer: customer.id, success_url: 'http://web.test/ok', ...fields };
    await expect(sendRaw('POST', '/v1/checkout/sessions', params)).rejects.toMatchObject(
      invalidRequest({}),
    );
  }
});

test('responds 404 to an unknown call and for an unknown object', async () => {
  await expect(sendRaw('GET', '/v1/tokens')).rejects.toMatchObject({ statusCode: 404 });
  await expect(stripe.invoices.retrieve('in_x')).rejects.toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
    message: "No such invoice: 'in_x'",
  });
});

test('replays the first response to an idempotency key, and rejects a different request', async () => {
  const key = { idempotencyKey: 'cust:u9' };
  const first = await stripe.customers.create({ email: 'a@example.test' }, key);
  const second = await stripe.customers.create({ email: 'a@example.test' }, key);
  expect(second.id).toBe(first.id);
  expect(second.lastResponse.headers['idempotent-replayed']).toBe('true');
  await expect(stripe.customers.create({ email: 'b@example.test' }, key)).rejects.toMatchObject({
    type: 'StripeIdempotencyError',
    statusCode: 400,
  });
});

test('accepts an idempotency key again if its request failed validation', async () => {
  const key = { idempotencyKey: 'later' };
  const wrong = { product: 'prod_x', currency: 'eur', unit_amount: 1 };
  await expect(stripe.prices.create(wrong, key)).rejects.toMatchObject({ statusCode: 400 });
  const right = { ...wrong, product: String(catalog.pack.product) };
  expect(await stripe.prices.create(right, key)).toMatchObject({ unit_amount: 1 });
});

test('lists objects page by page, newest first', async () => {
  await using own = await startTestStripe();
  const created: string[] = [];
  for (const n of [1, 2, 3, 4, 5])
    created.unshift((await own.stripe.customers.create({ name: String(n) })).id);
  const first = await own.stripe.customers.list({ limit: 2 });
  expect(first).toMatchObject({ object: 'list', has_more: true, url: '/v1/customers' });
  const all: string[] = [];
  for await (const { id } of own.stripe.customers.list({ limit: 2 })) all.push(id);
  expect(all).toEqual(created);
  const after = await own.stripe.customers.list({ limit: 2, starting_after: created[2] ?? '' });
  expect(after).toMatchObject({ data: [{ id: created[3] }, { id: created[4] }], has_more: false });
  await expect(own.stripe.customers.list({ limit: 0 })).rejects.toMatchObject({ param: 'limit' });
});

test('finds prices by lookup key', async () => {
  const found = await stripe.prices.list({ lookup_keys: ['1,000 credits', 'none'] });
  expect(found.data.map(({ id }) => id)).toEqual([catalog.pack.id]);
});

test('finds a finalized invoice by its number a minute later, in the form that Stripe documents', async () => {
  const own = await startTestStripe();
  const customer = await own.stripe.customers.create({ email: 'ada@customer.test' });
  const draft = await own.stripe.invoices.create({ customer: customer.id });
  const { id, number } = await own.stripe.invoices.finalizeInvoice(draft.id ?? '');
  const found = async (query: string) =>
    (await own.stripe.invoices.search({ query })).data.map((invoice) => invoice.id);
  expect(await found(`number:"${number}"`)).toEqual([]);
  await own.runControl('/stripe/clock', { advance: 'PT1M' });
  expect(await found(`number:'${number?.toLowerCase()}'`)).toEqual([id]);
  expect(await found('number:"NEVER-0001"')).toEqual([]);
  for (const query of [`number=${number}`, `number:${number}`, 'email:"x"', `number~"${number}"`])
    await expect(found(query)).rejects.toMatchObject(invalidRequest({ param: 'query' }));
  await own[Symbol.asyncDispose]();
});

test('expands ids into objects on request', async () => {
  const session = await openCheckoutSession(stripe, catalog, catalog.pack);
  expect(session.line_items).toBeUndefined();
  await fake.runControl(`/stripe/sessions/${session.id}/pay`);
  const { line_items, payment_intent, invoice } = await stripe.checkout.sessions.retrieve(
    session.id,
    {
      expand: ['line_items.data.price.product', 'payment_intent.latest_charge', 'invoice.payments'],
    },
  );
  expect(line_items?.data[0]?.price?.product).toMatchObject({ name: '1,000 credits' });
  expect(payment_intent).toMatchObject({ latest_charge: { object: 'charge', paid: true } });
  expect(invoice).toMatchObject({ payments: { data: [{ status: 'paid' }] } });
  await expect(
    stripe.checkout.sessions.retrieve(session.id, { expand: ['wallet.card'] }),
  ).rejects.toMatchObject({ param: 'expand' });
});

test('merges metadata, and removes a key with an empty value', async () => {
  const { id } = await stripe.customers.create({ metadata: { a: '1', b: '2' } });
  const changed = await stripe.customers.update(id, { metadata: { a: '', c: '3' } });
  expect(changed.metadata).toEqual({ b: '2', c: '3' });
  expect((await stripe.customers.update(id, { metadata: null })).metadata).toEqual({});
});

test('keeps a deleted customer readable by its id, but rejects purchases', async () => {
  const { id } = await stripe.customers.create({ email: 'gone@example.test' });
  expect(await stripe.customers.del(id)).toMatchObject({ id, deleted: true });
  expect(await stripe.customers.retrieve(id)).toEqual(
    expect.objectContaining({ id, object: 'customer', deleted: true }),
  );
  await expect(stripe.customers.del(id)).rejects.toMatchObject({ code: 'resource_missing' });
  await expect(
    openCheckoutSession(stripe, catalog, catalog.pack, { customer: id }),
  ).rejects.toMatchObject({
    code: 'resource_missing',
    param: 'customer',
  });
});

test('requires a portal configuration and offers only what it allows', async () => {
  const customer = catalog.customer.id;
  await expect(stripe.billingPortal.sessions.create({ customer })).rejects.toThrow('configuration');
  const session = await stripe.billingPortal.sessions.create({
    customer,
    configuration: catalog.portal.id,
    return_url: 'http://web.test/invoices',
  });
  expect(session.url).toBe(`${fake.url}/stripe/portal/${session.id}`);
  const changed = await stripe.billingPortal.configurations.update(catalog.portal.id, {
    features: { customer_update: { enabled: true, allowed_updates: ['name'] } },
  });
  expect(changed.features).toMatchObject({
    customer_update: { enabled: true, allowed_updates: ['name'] },
    subscription_cancel: { enabled: true, mode: 'at_period_end' },
    subscription_update: {
      products: [{ prices: [catalog.small.id] }, { prices: [catalog.large.id] }],
    },
  });
});

test('reports errors of control calls, and does not serve them over HTTP', async () => {
  const session = await openCheckoutSession(stripe, catalog, catalog.pack);
  const path = `/stripe/sessions/${session.id}/pay`;
  expect((await fetch(fake.url + path, { method: 'POST' })).status).toBe(404);
  expect((await fake.runControl(path, { card: 'gold' })).status).toBe(400);
  expect((await fake.runControl('/stripe/sessions/cs_x/pay')).status).toBe(404);
  expect((await fake.runControl('/stripe/clock', { advance: '1 month' })).status).toBe(400);
  expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe('open');
});

test('restores its state after a restart, even on another port', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'stripe-'));
  const file = join(folder.path, 'data/stripe.json');
  let session = '';
  {
    await using first = await startTestStripe({ file });
    const own = await createCatalog(first.stripe, `${first.url}/api/stripe/webhook`);
    session = (await openCheckoutSession(first.stripe, own, own.pack)).id;
    await first.runControl('/stripe/clock', { advance: 'PT1H' });
  }
  await using second = await startTestStripe({ file });
  const { data } = await second.stripe.webhookEndpoints.list();
  expect(data.map(({ url }) => url)).toEqual([`${second.url}/api/stripe/webhook`]);
  expect(data[0]?.secret).toBeUndefined();
  const found = await second.stripe.checkout.sessions.retrieve(session);
  expect(found.status).toBe('open');
  const { created } = await second.stripe.customers.create({});
  expect(created).toBe(START / 1000 + 3600);
});

test('creates one customer despite a 503 before, a 500 after or a lost response', async () => {
  await using own = await startTestStripe();
  const retryingClient = createStripeClient(own.url, { maxNetworkRetries: 2 });
  const create = (key: string) =>
    retryingClient.customers.create({ email: `${key}@example.test` }, { idempotencyKey: key });
  const setFault = (kind: string) => own.runControl('/stripe/faults', { api: { fail: kind } });

  await setFault('before');
  expect((await create('before')).email).toBe('before@example.test');
  await setFault('lost');
  expect((await create('lost')).email).toBe('lost@example.test');
  await setFault('after');
  await expect(create('after')).rejects.toMatchObject({ statusCode: 500 });
  const emails: (string | null)[] = [];
  for await (const { email } of own.stripe.customers.list()) emails.push(email);
  expect(emails).toEqual(['after@example.test', 'lost@example.test', 'before@example.test']);
});

test('rejects the cancellation of a subscription that has ended', async () => {
  const session = await openCheckoutSession(stripe, catalog, catalog.small);
  await fake.runControl(`/stripe/sessions/${session.id}/pay`);
  const id = idOf((await stripe.checkout.sessions.retrieve(session.id)).subscription);
  const ended = await stripe.subscriptions.cancel(id, {
    prorate: false,
    invoice_now: false,
    cancellation_details: { comment: 'account deleted' },
  });
  expect(ended).toMatchObject({
    status: 'canceled',
    cancellation_details: { comment: 'account deleted', reason: 'cancellation_requested' },
  });
  await expect(stripe.subscriptions.cancel(id)).rejects.toMatchObject({ statusCode: 404 });
  const { data } = await stripe.subscriptions.list({ customer: catalog.customer.id });
  expect(data.map((one) => one.id)).not.toContain(id);
});

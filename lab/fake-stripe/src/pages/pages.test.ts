import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { Stripe } from 'stripe';
import { startTestStripe } from '../../tests/test-stripe.ts';
import type { TestStripe } from '../../tests/test-stripe.ts';
import { idOf, openCheckoutSession, createCatalog } from '../../tests/catalog.ts';
import type { Catalog } from '../../tests/catalog.ts';

let fake: TestStripe;
let stripe: Stripe;
let catalog: Catalog;

beforeEach(async () => {
  fake = await startTestStripe();
  onTestFinished(() => fake[Symbol.asyncDispose]());
  ({ stripe } = fake);
  catalog = await createCatalog(stripe);
});

const get = async (url: string) => {
  const response = await fetch(url);
  return { status: response.status, headers: response.headers, body: await response.text() };
};
const post = async (url: string, fields: Record<string, string>, headers = {}) => {
  const body = new URLSearchParams(fields);
  const response = await fetch(url, { method: 'POST', body, headers, redirect: 'manual' });
  return {
    status: response.status,
    location: response.headers.get('location'),
    body: await response.text(),
  };
};

test('the payment page shows the price and tax, charges a card, and redirects', async () => {
  const session = await openCheckoutSession(stripe, catalog, catalog.pack, {
    success_url: 'http://web.test/ok?session={CHECKOUT_SESSION_ID}',
    consent_collection: { terms_of_service: 'required' },
  });
  const url = session.url ?? '';
  const page = await get(url);
  expect(page.body).toContain('Test mode');
  for (const amount of ['€5.00', '€1.00', '€6.00']) expect(page.body).toContain(amount);
  expect(page.body).toContain('href="http://web.test/pricing-plan"');
  const policy = page.headers.get('content-security-policy');
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("form-action 'self' http://web.test");
  expect(page.body).not.toMatch(/<script| style=| on[a-z]+=/);

  const declined = await post(url, { card: 'declined', name: 'Anna', terms: 'yes' });
  expect(declined.status).toBe(402);
  expect(declined.body).toContain('role="alert"');
  const paid = await post(url, { card: 'ok', name: 'Anna <b>', terms: 'yes' });
  expect(paid).toMatchObject({
    status: 303,
    location: `http://web.test/ok?session=${session.id}`,
  });
  expect((await stripe.customers.retrieve(catalog.customer.id)) as object).toMatchObject({
    name: 'Anna <b>',
  });
  expect((await get(url)).body).toContain('You have already paid.');
  const again = await post(url, { card: 'ok', name: 'Anna', terms: 'yes' });
  expect(again).toMatchObject({ status: 303, location: paid.location });

  const { invoice } = await stripe.checkout.sessions.retrieve(session.id, {
    expand: ['invoice'],
  });
  const charge = (await stripe.charges.list()).data.find(({ paid: isPaid }) => isPaid);
  const receipt = await get(charge?.receipt_url ?? '');
  expect(receipt.body).toContain('•••• 4242');
  expect(typeof invoice === 'object' && invoice?.hosted_invoice_url).toBeTruthy();
  const bill = await get(`${fake.url}/stripe/invoices/${idOf(invoice)}`);
  expect(bill.body).toContain('Anna &lt;b&gt;');
});

test('ignores a form sent from another site', async () => {
  const { id, url } = await openCheckoutSession(stripe, catalog, catalog.pack);
  const sent = await post(url ?? '', { card: 'ok' }, { 'sec-fetch-site': 'cross-site' });
  expect(sent.status).toBe(404);
  expect((await stripe.checkout.sessions.retrieve(id)).status).toBe('open');
});

test('the portal changes the plan and the card, and cancels the subscription', async () => {
  const bought = await openCheckoutSession(stripe, catalog, catalog.small);
  await fake.runControl(`/stripe/sessions/${bought.id}/pay`);
  const [{ id, items }] = (await stripe.subscriptions.list()).data as [Stripe.Subscription];
  const { url } = await stripe.billingPortal.sessions.create({
    customer: catalog.customer.id,
    configuration: catalog.portal.id,
    return_url: 'http://web.test/invoices',
  });
  const home = await get(url);
  expect(home.body).toContain('Manage your billing');
  expect(home.body).toContain('€15.00 per month');
  expect(home.body).toContain('5,000 credits a month');
  expect(home.body).toContain('Change to 25,000 credits a month');

  await post(url, { action: 'card', card: 'declined_later' });
  expect((await get(url)).body).toContain('•••• 0341');
  await post(url, { action: 'card', card: 'declined' });
  const change = { action: 'change', subscription: id, price: catalog.large.id };
  expect(await post(url, change)).toMatchObject({ status: 402 });
  await post(url, { action: 'card', card: 'ok' });
  expect(await post(url, change)).toMatchObject({
    status: 303,
    location: new URL(`${url}/home`).pathname,
  });
  const changed = await stripe.subscriptions.retrieve(id);
  expect(changed.items.data[0]).toMatchObject({
    id: items.data[0]?.id,
    price: { id: catalog.large.id },
  });

  await post(url, { action: 'cancel', subscription: id });
  expect((await get(url)).body).toContain('Do not cancel');
  await post(url, { action: 'keep', subscription: id });
  expect(await stripe.subscriptions.retrieve(id)).toMatchObject({
    status: 'active',
    cancel_at: null,
  });
});

test('a flow opens its page and, once confirmed, redirects to the return URL', async () => {
  const bought = await openCheckoutSession(stripe, catalog, catalog.small);
  await fake.runControl(`/stripe/sessions/${bought.id}/pay`);
  const [{ id }] = (await stripe.subscriptions.list()).data as [Stripe.Subscription];
  const { url } = await stripe.billingPortal.sessions.create({
    customer: catalog.customer.id,
    configuration: catalog.portal.id,
    locale: 'fr',
    return_url: 'http://web.test/invoices',
    flow_data: {
      type: 'subscription_cancel',
      subscription_cancel: { subscription: id },
      after_completion: { type: 'redirect', redirect: { return_url: 'http://web.test/ended' } },
    },
  });
  expect((await get(url)).body).toContain('Cancel your subscription');
  expect(await post(url, { action: 'cancel', subscription: id })).toMatchObject({
    status: 303,
    location: 'http://web.test/ended',
  });
  expect((await get(url)).status).toBe(409);
});

test('does not show or change another customer’s subscription', async () => {
  const bought = await openCheckoutSession(stripe, catalog, catalog.small);
  await fake.runControl(`/stripe/sessions/${bought.id}/pay`);
  const [{ id }] = (await stripe.subscriptions.list()).data as [Stripe.Subscription];
  const otherCustomer = await stripe.customers.create({});
  const { url } = await stripe.billingPortal.sessions.create({
    customer: otherCustomer.id,
    configuration: catalog.portal.id,
  });
  expect((await post(url, { action: 'cancel', subscription: id })).status).toBe(409);
  expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ cancel_at: null });
});

test.each(['/stripe', '/stripe/checkout/cs_x', '/stripe/invoices/in_x', '/stripe/portal/x/y/z'])(
  '%s shows that the page does not exist',
  async (path) => {
    expect((await get(fake.url + path)).body).toContain('There is no such page.');
  },
);

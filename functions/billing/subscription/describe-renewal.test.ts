import { Stripe } from 'stripe';
import { expect, it } from 'vitest';
import { callHandler } from '../../../tests/support/call.ts';
import { createBillingHarness } from '../../../tests/support/billing-harness.ts';
import type { Person } from '../../../tests/support/people.ts';
import { TEST_STRIPE } from '../../../tests/support/test-context.ts';
import { routes } from '../../../tests/support/routes.ts';
import { createStripeClient } from '../adapters/stripe-client.ts';
import { createStripeRenewals } from '../adapters/stripe-subscriptions.ts';

const stage = createBillingHarness({ settings: { TAX: 'stripe' } });
const VISA = { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2034 };

const OTHER = { brand: 'mastercard', last4: '4444', exp_month: 1, exp_year: 2030 };
interface Saved {
  own: object | null;
  kept?: object | null;
  deleted?: boolean;
  debit?: boolean;
}

async function subscribe(off = 0, plan = 'monthly_5000') {
  const ada = await stage.person();
  const bought = await stage.pay(await stage.click(ada, plan), 'ok', off);
  await stage.deliverAll();
  return { ada, customer: String(bought.customer), id: String(bought.subscription) };
}
const renewal = async ({ headers }: Person) => (await stage.get(routes.renewal, { headers })).data;
const amounts = (net: number, vat: number) => ({
  net_cents: net,
  vat_cents: vat,
  total_cents: net + vat,
  price_cents: net + vat,
});
const lastCharge = async () => (await stage.sdk().charges.list({ limit: 1 })).data[0]?.amount;

it.each([
  [0, 'FR', amounts(1500, 300)],
  [30, 'FR', amounts(1050, 210)],
  [0, 'US', amounts(1500, 0)],
])('shows the amount that is then charged: %d %% off, in %s', async (off, country, expected) => {
  const { ada, customer } = await subscribe(off);
  await stage.sdk().customers.update(customer, { address: { country } });
  const { card, next } = await renewal(ada);
  expect(card).toEqual(VISA);
  expect(next).toEqual({ date: (await stage.user(ada)).renewal?.at, ...expected });
  await stage.program('clock', { advance: 'P1M1D' });
  expect(await lastCharge()).toBe(next?.price_cents);
  await stage.deliverAll();
});

it('changes nothing at Stripe', async () => {
  const { ada, customer } = await subscribe();
  await renewal(ada);
  expect(await stage.events()).toEqual([]);
  expect((await stage.sdk().invoices.list({ customer })).data).toHaveLength(1);
});

it('shows the amount of the plan that starts then', async () => {
  const { ada } = await subscribe(0, 'monthly_25000');
  await stage.confirm(await stage.click(ada, 'monthly_5000'));
  expect((await renewal(ada)).next).toMatchObject(amounts(1500, 300));
  await stage.program('clock', { advance: 'P1M1D' });
  expect(await lastCharge()).toBe(1800);
});

it('is null for a plan that ends, or whose last payment has failed', async () => {
  const ending = await subscribe();
  await stage.program(`subscriptions/${ending.id}/cancel`, { at_period_end: true });
  expect(await renewal(ending.ada)).toEqual({ card: VISA, next: null });
  await stage.program(`subscriptions/${ending.id}/cancel`);
  expect(await renewal(ending.ada)).toEqual({ card: null, next: null });

  const due = await subscribe();
  await stage.program(`customers/${due.customer}/card`, { card: 'declined' });
  await stage.program('clock', { advance: 'P1M1D' });
  expect(await renewal(due.ada)).toEqual({ card: VISA, next: null });
});

it.each([
  ['the card of the subscription', { own: VISA, kept: OTHER }, VISA],
  ['otherwise the default card of the customer', { own: null, kept: OTHER }, OTHER],
  [
    'the chosen network of a card on two networks',
    { own: { ...VISA, display_brand: 'x' } },
    { ...VISA, brand: 'x' },
  ],
  ['none if the subscription is paid by bank debit', { own: null, debit: true }, null],
  ['none for a deleted customer', { own: null, deleted: true }, null],
])('shows the card: %s', async (_, { own, kept = null, deleted, debit }: Saved, card) => {
  const method = (given: object | null) => given && { card: given };
  const invoice_settings = { default_payment_method: method(kept) };
  const subscription = {
    default_payment_method: debit ? { type: 'sepa_debit' } : method(own),
    customer: deleted ? { deleted } : { invoice_settings },
  };
  const httpClient = Stripe.createFetchHttpClient(async () => Response.json(subscription));
  const client = createStripeClient(async () => TEST_STRIPE, undefined, { httpClient });
  expect(await createStripeRenewals(client).findCard('sub_1')).toEqual(card);
});

it('is null for a user without a plan, and unavailable while Stripe is unavailable', async () => {
  const bob = await stage.person();
  expect(await renewal(bob)).toEqual({ card: null, next: null });
  const { ada } = await subscribe();
  await stage.program('faults', { api: { fail: 'before', times: 9 } });
  const { headers } = ada;
  expect(await callHandler(stage.context(), routes.renewal, { headers })).toMatchObject({
    status: 503,
    body: { code: 'payment_unavailable' },
  });
  await stage.program('faults');
});

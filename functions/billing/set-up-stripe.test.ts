import Sdk from 'stripe';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PLAN_TYPE } from '../../shared/model/plan-type.ts';
import { startTestStripe, type TestStripe } from '../../tests/support/stripe.ts';
import { TEST_STRIPE } from '../../tests/support/test-context.ts';
import { createStripeClient } from './adapters/stripe-client.ts';
import { createStripePrices } from './adapters/stripe-prices.ts';
import { createStripeSetup } from './adapters/stripe-setup.ts';
import { PLAN_VERSIONS, planVersion } from './rules/plans.ts';
import { STRIPE_API_VERSION, STRIPE_EVENT_TYPES } from './rules/stripe-events.ts';
import { setUpStripe } from './set-up-stripe.ts';

let stripe: TestStripe;
beforeAll(async () => {
  stripe = await startTestStripe({ webhookSecret: 'whsec_of_the_endpoint' });
});
afterAll(() => stripe[Symbol.asyncDispose]());

let secret = JSON.stringify({ secret_key: TEST_STRIPE.secretKey, webhook_secret: 'first' });
const secretText = {
  read: async () => secret,
  write: async (text: string) => {
    secret = text;
  },
};

const setUp = (env: { PUBLIC_ORIGIN: string; STRIPE_API_BASE?: string }) => {
  const client = createStripeClient(async () => TEST_STRIPE, stripe.url);
  const prices = createStripePrices(client, { now: () => Date.now() });
  return setUpStripe({ stripeSetup: createStripeSetup(client, prices, secretText), env });
};

it('names the version of the API that the SDK is written for', () => {
  expect(Sdk.API_VERSION).toBe(STRIPE_API_VERSION);
});

it('before it has run, nothing can be paid; after it, at once', async () => {
  const client = createStripeClient(async () => TEST_STRIPE, stripe.url);
  const prices = createStripePrices(client, { now: () => 0 });
  await expect(prices.priceOf('pack_1000_v1')).rejects.toThrow('run stripe:setup');
  expect(await prices.versionOf('price_of_somebody_else')).toBeUndefined();
  await createStripeSetup(client, prices, secretText).ensurePlans();
  expect(await prices.versionOf(await prices.priceOf('pack_1000_v1'))).toBe('pack_1000_v1');
});

it('makes at Stripe what the product sells by, and run again nothing', async () => {
  const env = { PUBLIC_ORIGIN: 'https://tamis.example' };
  expect(await setUp(env)).toEqual([
    'Prices: 0 made.',
    'Customer portal: configuration made.',
    'Webhooks: https://tamis.example/api/stripe/webhook registered, its secret kept.',
  ]);
  // An update with the same content is one for Stripe, too.
  const timeless = (name: string, value: unknown) => (name === 'updated' ? 0 : value);
  const before = JSON.stringify(await shapes(), timeless);
  expect(await setUp(env)).toEqual([
    'Prices: 0 made.',
    'Customer portal: configuration updated.',
    'Webhooks: https://tamis.example/api/stripe/webhook is known.',
  ]);
  expect(JSON.stringify(await shapes(), timeless)).toBe(before);

  const { prices, portals, endpoints } = await shapes();
  expect(prices).toHaveLength(PLAN_VERSIONS.length);
  for (const { lookup_key, unit_amount, currency, tax_behavior, recurring } of prices) {
    const plan = planVersion(lookup_key ?? '');
    expect({ unit_amount, currency, tax_behavior }).toEqual({
      unit_amount: plan?.cents,
      currency: 'eur',
      tax_behavior: 'exclusive',
    });
    expect(recurring?.interval).toBe(plan?.type === PLAN_TYPE.subscription ? 'month' : undefined);
  }
  expect(portals).toHaveLength(1);
  expect(portals[0]?.features).toMatchObject({
    subscription_cancel: { enabled: true, mode: 'at_period_end' },
    subscription_update: {
      enabled: true,
      billing_cycle_anchor: 'now',
      proration_behavior: 'none',
      schedule_at_period_end: { conditions: [{ type: 'decreasing_item_amount' }] },
    },
  });
  expect(portals[0]?.features.subscription_update.products).toHaveLength(4);
  expect(endpoints).toMatchObject([
    {
      url: 'https://tamis.example/api/stripe/webhook',
      api_version: STRIPE_API_VERSION,
      enabled_events: [...STRIPE_EVENT_TYPES],
    },
  ]);
  expect(JSON.parse(secret)).toEqual({
    secret_key: TEST_STRIPE.secretKey,
    webhook_secret: 'whsec_of_the_endpoint,first',
  });
});

it('asks for no endpoint without TLS but of the fake', async () => {
  const origin = 'http://localhost:3000';
  expect((await setUp({ PUBLIC_ORIGIN: origin })).at(-1)).toContain('stripe listen');
  expect((await shapes()).endpoints).toHaveLength(1);
  const env = { PUBLIC_ORIGIN: origin, STRIPE_API_BASE: stripe.url };
  expect((await setUp(env)).at(-1)).toContain('registered');
  expect((await shapes()).endpoints).toHaveLength(2);
});

async function shapes() {
  const [prices, portals, endpoints] = await Promise.all([
    stripe.stripe.prices.list({ limit: 100 }),
    stripe.stripe.billingPortal.configurations.list({ limit: 100 }),
    stripe.stripe.webhookEndpoints.list({ limit: 100 }),
  ]);
  return { prices: prices.data, portals: portals.data, endpoints: endpoints.data };
}

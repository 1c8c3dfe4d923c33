import Sdk from 'stripe';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestStripe, type TestStripe } from '../../lab/fake-stripe/tests/test-stripe.ts';
import { testClock } from '../../tests/support/test-clock.ts';
import { TEST_STRIPE } from '../../tests/support/test-context.ts';
import { createStripeClient } from './adapters/stripe-client.ts';
import { createStripePrices } from './adapters/stripe-prices.ts';
import { createStripeSecretReader } from './adapters/stripe-secret.ts';
import { createStripeSetup } from './adapters/stripe-setup.ts';
import { PLAN_VERSIONS, findPlanVersion } from '../../shared/model/plans/plans.ts';
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

const INVOICES = [
  'Invoices: footer changed for 0 customers.',
  'By hand in the dashboard: your name, address and VAT number (docs/operators/billing.md, "A fresh Stripe account").',
];

const setUp = (env: Parameters<typeof setUpStripe>[0]['env']) => {
  const client = createStripeClient(async () => TEST_STRIPE, stripe.url);
  const prices = createStripePrices(client, testClock());
  return setUpStripe({ stripeSetup: createStripeSetup(client, prices, secretText), env });
};

it('pins the API version that the SDK is written for', () => {
  expect(Sdk.API_VERSION).toBe(STRIPE_API_VERSION);
});

it('makes plans payable immediately; before setup, they are not', async () => {
  const client = createStripeClient(async () => TEST_STRIPE, stripe.url);
  const prices = createStripePrices(client, { now: () => 0 });
  await expect(prices.priceOf('pack_1000_v1')).rejects.toThrow('run stripe:setup');
  expect(await prices.versionOf('price_of_somebody_else')).toBeUndefined();
  await createStripeSetup(client, prices, secretText).ensurePlans();
  const price = await prices.priceOf('pack_1000_v1');
  expect(await prices.versionOf(price)).toBe('pack_1000_v1');
});

it('creates everything the product needs at Stripe; a second run creates nothing', async () => {
  const env = { PUBLIC_ORIGIN: 'https://tamis.example' };
  expect(await setUp(env)).toEqual([
    'Prices: 0 created.',
    'Customer portal: configuration created.',
    ...INVOICES,
    'Webhooks: https://tamis.example/api/stripe/webhook registered, its secret stored.',
  ]);
  // Stripe sets `updated` even if an update changes nothing else.
  const ignoreUpdated = (name: string, value: unknown) => (name === 'updated' ? 0 : value);
  const before = JSON.stringify(await listObjects(), ignoreUpdated);
  expect(await setUp(env)).toEqual([
    'Prices: 0 created.',
    'Customer portal: configuration updated.',
    ...INVOICES,
    'Webhooks: https://tamis.example/api/stripe/webhook is known and enabled.',
  ]);
  expect(JSON.stringify(await listObjects(), ignoreUpdated)).toBe(before);

  const { products, prices, portals, endpoints } = await listObjects();
  expect(prices).toHaveLength(PLAN_VERSIONS.length);
  for (const { lookup_key, unit_amount, currency, tax_behavior, recurring } of prices) {
    const plan = findPlanVersion(lookup_key ?? '');
    expect({ unit_amount, currency, tax_behavior }).toEqual({
      unit_amount: plan?.cents,
      currency: 'eur',
      tax_behavior: 'exclusive',
    });
    expect(recurring?.interval ?? 'once').toBe(plan?.interval);
  }
  // The tax code for software as a service, business use (https://docs.stripe.com/tax/tax-codes).
  const taxCodes = products.map(({ tax_code }) => tax_code);
  expect(taxCodes).toEqual(prices.map(() => 'txcd_10103001'));
  expect(portals).toHaveLength(1);
  for (const { features } of portals) {
    expect(features).toMatchObject({
      subscription_cancel: { enabled: true, mode: 'at_period_end' },
      subscription_update: {
        enabled: true,
        billing_cycle_anchor: 'now',
        proration_behavior: 'none',
        schedule_at_period_end: {
          conditions: [{ type: 'decreasing_item_amount' }, { type: 'shortening_interval' }],
        },
      },
    });
    expect(features.subscription_update.products).toHaveLength(8);
  }
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

it('names products in both languages, in one line', async () => {
  const nameOf = async (id: string) => (await stripe.stripe.products.retrieve(id)).name;
  expect(await nameOf('tamis_pack_1000')).toBe('Tamis: 1,000 credits / 1\u202f000 crédits');
  expect(await nameOf('tamis_monthly_5000')).toBe(
    'Tamis: 5,000 credits a month / 5\u202f000 crédits par mois',
  );
});

it('enables a disabled endpoint, and reports it', async () => {
  const env = { PUBLIC_ORIGIN: 'https://tamis.example' };
  const [endpoint] = (await listObjects()).endpoints;
  await stripe.stripe.webhookEndpoints.update(endpoint?.id ?? '', { disabled: true });
  expect((await setUp(env)).at(-1)).toContain('was disabled, and is now enabled.');
  expect((await listObjects()).endpoints).toMatchObject([{ status: 'enabled' }]);
  expect((await setUp(env)).at(-1)).toContain('is known and enabled.');
});

const MONTH = { currency: 'eur', tax_behavior: 'exclusive' } as const;

it.each([
  ['has another amount', { ...MONTH, unit_amount: 49_00, recurring: { interval: 'month' } }],
  ['includes tax', { unit_amount: 50_00, tax_behavior: 'inclusive' }],
  [
    'is for three months',
    { unit_amount: 50_00, recurring: { interval: 'month', interval_count: 3 } },
  ],
  ['is archived', { unit_amount: 50_00, active: false }],
] as const)('blocks only the plan whose price %s, and reports it', async (_, { ...what }) => {
  await using other = await startTestStripe();
  const client = createStripeClient(async () => TEST_STRIPE, other.url);
  const product = await other.stripe.products.create({ name: 'old' });
  const { active = true, ...given } = { active: true, ...what };
  const { id } = await other.stripe.prices.create({
    ...MONTH,
    recurring: { interval: 'month' },
    product: product.id,
    lookup_key: 'monthly_25000_v1',
    ...given,
  });
  await other.stripe.prices.update(id, { active });
  const prices = createStripePrices(client, { now: () => 0 });
  const stripeSetup = createStripeSetup(client, prices, secretText);
  const lines = await setUpStripe({ stripeSetup, env: { PUBLIC_ORIGIN: 'https://tamis.example' } });
  expect(lines).toContain(
    'Price of monthly_25000_v1: archived, or different from its plan, so nobody can buy it.',
  );
  await expect(prices.priceOf('monthly_25000_v1')).rejects.toThrow('differs from its plan');
  expect(await prices.priceOf('monthly_5000_v1')).toMatch(/^price_/);
  // Subscribers at this price keep their plan, and events about them are still applied.
  expect(await prices.versionOf(id)).toBe('monthly_25000_v1');
});

it("sets the footer that the settings require on each customer's invoices", async () => {
  const make = (language: string, user_id?: string) =>
    stripe.stripe.customers.create({
      preferred_locales: [language],
      metadata: user_id === undefined ? {} : { user_id },
    });
  const [english, french, other] = [
    await make('en', 'u1'),
    await make('fr', 'u2'),
    await make('fr'),
  ];
  const footers = () =>
    Promise.all(
      [english, french, other].map(async ({ id }) => {
        const found = await stripe.stripe.customers.retrieve(id);
        return found.deleted ? 'deleted' : found.invoice_settings.footer;
      }),
    );
  const env = { PUBLIC_ORIGIN: 'https://tamis.example', INVOICE_SELLER: 'Tamis SAS, Paris' };
  const lines = await setUp({ ...env, TAX: 'franchise-293B' });
  expect(lines).toContain('Invoices: footer changed for 2 customers.');
  expect(await footers()).toEqual([
    expect.stringMatching(
      /^Tamis SAS, Paris\nSupply of services.*\nVAT not applicable, art. 293 B of the CGI\n.*€40/,
    ),
    expect.stringMatching(
      /^Tamis SAS, Paris\nPrestation de services\nTVA non applicable, art. 293 B du CGI\n.*40 €/,
    ),
    null,
  ]);
  await setUp(env);
  expect(await footers()).toEqual(['Tamis SAS, Paris', 'Tamis SAS, Paris', null]);
});

it('rejects a test key in production', async () => {
  const read = (STRIPE_LIVE: boolean) =>
    createStripeSecretReader(secretText, { now: () => 0 }, { STRIPE_LIVE })();
  expect(await read(false)).toMatchObject({ secretKey: TEST_STRIPE.secretKey });
  await expect(read(true)).rejects.toThrow('production has a Stripe test key');
  const live = TEST_STRIPE.secretKey.replace('_test_', '_live_');
  secret = secret.replace(TEST_STRIPE.secretKey, live);
  expect(await read(true)).toMatchObject({ secretKey: live });
});

it('creates an endpoint without TLS only in the fake Stripe', async () => {
  const origin = 'http://localhost:3000';
  expect((await setUp({ PUBLIC_ORIGIN: origin })).at(-1)).toContain('stripe listen');
  expect((await listObjects()).endpoints).toHaveLength(1);
  const env = { PUBLIC_ORIGIN: origin, STRIPE_API_BASE: stripe.url };
  expect((await setUp(env)).at(-1)).toContain('registered');
  expect((await listObjects()).endpoints).toHaveLength(2);
});

it('creates the endpoint again if its secret could not be stored', async () => {
  const env = { PUBLIC_ORIGIN: 'https://moved.example' };
  const { write } = secretText;
  secret = JSON.stringify({ secret_key: TEST_STRIPE.secretKey, webhook_secret: '' });
  secretText.write = () => Promise.reject(new Error('denied'));
  await expect(setUp(env)).rejects.toThrow('denied');
  secretText.write = write;
  expect((await setUp(env)).at(-1)).toContain('registered');
});

async function listObjects() {
  const [products, prices, portals, endpoints] = await Promise.all([
    stripe.stripe.products.list({ limit: 100 }),
    stripe.stripe.prices.list({ limit: 100 }),
    stripe.stripe.billingPortal.configurations.list({ limit: 100 }),
    stripe.stripe.webhookEndpoints.list({ limit: 100 }),
  ]);
  return {
    products: products.data,
    prices: prices.data,
    portals: portals.data,
    endpoints: endpoints.data,
  };
}

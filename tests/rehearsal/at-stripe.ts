import { setTimeout as sleep } from 'node:timers/promises';
import type Sdk from 'stripe';
import { createStripe } from '../../functions/billing/adapters/stripe.ts';
import {
  createStripeClient,
  type StripeClient,
} from '../../functions/billing/adapters/stripe-client.ts';
import {
  createStripePrices,
  type StripePrices,
} from '../../functions/billing/adapters/stripe-prices.ts';
import { createStripeSetup } from '../../functions/billing/adapters/stripe-setup.ts';
import { rehearseStories, type StripeSimulator } from './stories.ts';

const MONTH_S = 32 * 24 * 3600;
/** Maximum number of polls while Stripe advances a test clock, which takes seconds to minutes. */
const CLOCK_TRIES = 90;
const WAIT_MS = 2000;

const print = (line: string): boolean => process.stdout.write(`${line}\n`);

/**
 * Simulates time with a test clock for each customer (docs.stripe.com/billing/testing/test-clocks).
 */
function testClocks(client: StripeClient, prices: StripePrices) {
  const clocks: string[] = [];

  /** Gives the customer one of Stripe's test cards (docs.stripe.com/testing). */
  const takeCard = (customer: string, card: string): Promise<Sdk.PaymentMethod> =>
    client.call(async (sdk) => {
      const method = await sdk.paymentMethods.attach(card, { customer });
      await sdk.customers.update(customer, {
        invoice_settings: { default_payment_method: method.id },
      });
      return method;
    });
  const subscriptionOf = async (customer: string): Promise<Sdk.Subscription> => {
    const { data } = await client.call((sdk) => sdk.subscriptions.list({ customer }));
    if (!data[0]) throw new Error(`${customer} has no subscription`);
    return data[0];
  };

  const simulation: StripeSimulator = {
    async subscribe(version) {
      const price = await prices.priceOf(version);
      const clock = await client.call((sdk) =>
        sdk.testHelpers.testClocks.create({ frozen_time: Math.floor(Date.now() / 1000) }),
      );
      clocks.push(clock.id);
      const customer = await client.call((sdk) => sdk.customers.create({ test_clock: clock.id }));
      await takeCard(customer.id, 'pm_card_visa');
      await client.call((sdk) =>
        sdk.subscriptions.create({ customer: customer.id, items: [{ price }] }),
      );
      return customer.id;
    },

    async upgrade(customerId, version) {
      const { id, items } = await subscriptionOf(customerId);
      const price = await prices.priceOf(version);
      await client.call((sdk) =>
        sdk.subscriptions.update(id, {
          items: items.data.map((item) => ({ id: item.id, price })),
          billing_cycle_anchor: { type: 'now' },
          proration_behavior: 'none',
        }),
      );
    },

    async downgrade(customerId, version) {
      const { id, items } = await subscriptionOf(customerId);
      const price = await prices.priceOf(version);
      const schedule = await client.call((sdk) =>
        sdk.subscriptionSchedules.create({ from_subscription: id }),
      );
      const [present] = schedule.phases;
      await client.call((sdk) =>
        sdk.subscriptionSchedules.update(schedule.id, {
          proration_behavior: 'none',
          phases: [
            {
              items: items.data.map((item) => ({ price: item.price.id, quantity: 1 })),
              ...(present && { start_date: present.start_date, end_date: present.end_date }),
            },
            { items: [{ price, quantity: 1 }] },
          ],
        }),
      );
    },

    async refuseCard(customerId) {
      await takeCard(customerId, 'pm_card_chargeCustomerFail');
    },

    async payDisputed(customerId) {
      const { id: payment_method } = await takeCard(customerId, 'pm_card_createDispute');
      const { id } = await client.call((sdk) =>
        sdk.paymentIntents.create({
          customer: customerId,
          payment_method,
          amount: 1500,
          currency: 'eur',
          confirm: true,
          off_session: true,
        }),
      );
      // Stripe creates the dispute some seconds after the charge.
      await sleep(5 * WAIT_MS);
      return id;
    },

    async advanceMonth(customerId) {
      const customer = await client.call((sdk) => sdk.customers.retrieve(customerId));
      const clock = customer.deleted ? undefined : customer.test_clock;
      if (clock === undefined || clock === null) throw new Error(`${customerId} has no clock`);
      const id = typeof clock === 'string' ? clock : clock.id;
      const { frozen_time } = await client.call((sdk) => sdk.testHelpers.testClocks.retrieve(id));
      await client.call((sdk) =>
        sdk.testHelpers.testClocks.advance(id, { frozen_time: frozen_time + MONTH_S }),
      );
      for (let tries = 0; tries < CLOCK_TRIES; tries += 1) {
        const { status } = await client.call((sdk) => sdk.testHelpers.testClocks.retrieve(id));
        if (status === 'ready') return;
        await sleep(WAIT_MS);
      }
      throw new Error(`the clock ${id} is not ready`);
    },
  };
  /** Deletes the test clocks, together with their customers and subscriptions. */
  const deleteClocks = async (): Promise<void> => {
    for (const id of clocks) await client.call((sdk) => sdk.testHelpers.testClocks.del(id));
  };
  return { simulation, deleteClocks };
}

/**
 * `STRIPE_SECRET_KEY=sk_test_… npm run stripe:rehearse`: plays the stories at Stripe itself,
 * because our grants depend on its behavior, and prints the expected and the actual outcomes.
 * Creates our products and prices there. The exit status is 1 if an outcome differs, 2 without a
 * test key.
 */
async function main(): Promise<number> {
  const secretKey = process.env['STRIPE_SECRET_KEY'] ?? '';
  if (!/^(sk|rk)_test_/.test(secretKey)) {
    process.stderr.write('STRIPE_SECRET_KEY must be a Stripe test key (sk_test_… or rk_test_…).\n');
    return 2;
  }
  const clock = { now: () => Date.now() };
  const secret = { secretKey, webhookSecrets: [] };
  const client = createStripeClient(async () => secret, process.env['STRIPE_API_BASE']);
  const prices = createStripePrices(client, clock);
  const unused = { read: async () => '{}', write: async () => undefined };
  await createStripeSetup(client, prices, unused).ensurePlans();
  const settings = { PUBLIC_ORIGIN: 'https://tamis.example', STRIPE_TERMS: false };
  const { simulation, deleteClocks } = testClocks(client, prices);
  try {
    const stripe = createStripe(client, prices, clock, settings);
    return (await rehearseStories(simulation, stripe, print)) ? 0 : 1;
  } finally {
    await deleteClocks();
  }
}

if (import.meta.main) process.exitCode = await main();

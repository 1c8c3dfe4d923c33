import { createStripeClient } from '../../functions/billing/adapters/stripe-client.ts';
import { createStripePrices } from '../../functions/billing/adapters/stripe-prices.ts';
import { createStripeSetup } from '../../functions/billing/adapters/stripe-setup.ts';
import { setUpStripe } from '../../functions/billing/set-up-stripe.ts';
import type { State } from '../../lab/fake-stripe/src/model/state.ts';
import { createMemoryStripe, createStripeHttpClient } from '../support/memory-stripe.ts';
import { TEST_STRIPE } from '../support/test-context.ts';
import { testEnv } from '../support/test-env.ts';

const BASE = 'http://stripe.test';

/** Creates the state of Stripe after `npm run stripe:setup`: plans, portal and webhook endpoint. */
async function setUp(): Promise<State> {
  const clock = { now: () => 0 };
  let made = 0;
  const newId = (prefix: string): string => {
    made += 1;
    return `${prefix}_${String(made).padStart(24, '0')}`;
  };
  const stripe = createMemoryStripe(clock, TEST_STRIPE.secretKey, newId);
  const httpClient = createStripeHttpClient(async (request) => stripe.respond(request));
  const client = createStripeClient(async () => TEST_STRIPE, BASE, { httpClient });
  const known = JSON.stringify({ secret_key: TEST_STRIPE.secretKey, webhook_secret: 'whsec_none' });
  const secret = { read: async () => known, write: async () => undefined };
  const stripeSetup = createStripeSetup(client, createStripePrices(client, clock), secret);
  await setUpStripe({ stripeSetup, env: testEnv({ STRIPE_API_BASE: BASE }) });
  return stripe.state;
}

const initialState = await setUp();

export const createInitialStripeState = (): State => structuredClone(initialState);

import type { Clock } from '../../platform/clock.ts';
import { createCheckouts, type CheckoutSettings } from './stripe-checkouts.ts';
import type { StripeClient } from './stripe-client.ts';
import { createStripeCustomers } from './stripe-customers.ts';
import { createEvents } from './stripe-events.ts';
import { createPayments } from './stripe-payments.ts';
import { createPortal } from './stripe-portal.ts';
import type { StripePrices } from './stripe-prices.ts';

/**
 * Stripe by its SDK, at the version of the API that we name. Each method asks it for the present
 * state; writes carry an idempotency key, so that one that is repeated has happened once. Throws
 * StripeUnavailableError when Stripe gave no response, which leaves open whether a write happened,
 * and StripeRefusedError when it will not.
 */
export const createStripe = (
  client: StripeClient,
  prices: StripePrices,
  clock: Clock,
  settings: CheckoutSettings,
) => ({
  ...createStripeCustomers(client, prices),
  ...createCheckouts(client, prices, settings),
  ...createPayments(client, prices),
  ...createPortal(client, prices, clock, settings),
  ...createEvents(client),
});

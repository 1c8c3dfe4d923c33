import type { Clock } from '../../platform/clock.ts';
import { createBillingDetails } from './stripe-billing-details.ts';
import { createBooks } from './stripe-books.ts';
import { createCheckouts, type CheckoutSettings } from './stripe-checkouts.ts';
import type { StripeClient } from './stripe-client.ts';
import { createCreditNotes } from './stripe-credit-notes.ts';
import { createStripeCustomers } from './stripe-customers.ts';
import { createEvents } from './stripe-events.ts';
import { createPayments } from './stripe-payments.ts';
import { createPortal } from './stripe-portal.ts';
import type { FooterSettings } from '../rules/invoice-footer.ts';
import { createRenewals } from './stripe-renewals.ts';
import { createTopUps } from './stripe-top-ups.ts';
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
  settings: CheckoutSettings & FooterSettings,
) => ({
  ...createStripeCustomers(client, prices, settings),
  ...createBillingDetails(client, settings),
  ...createBooks(client),
  ...createCheckouts(client, prices, settings),
  ...createPayments(client, prices),
  ...createCreditNotes(client),
  ...createPortal(client, prices, clock, settings),
  ...createEvents(client),
  ...createRenewals(client),
  ...createTopUps(client, prices, settings),
});

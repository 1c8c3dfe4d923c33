import type { Clock } from '../../platform/clock.ts';
import { createBillingDetails, type StripeBillingDetails } from './stripe-billing-details.ts';
import { createBooks, type StripeBooks } from './stripe-books.ts';
import {
  createCheckouts,
  type CheckoutSettings,
  type StripeCheckouts,
} from './stripe-checkouts.ts';
import type { StripeClient } from './stripe-client.ts';
import { createCreditNotes, type StripeCreditNotes } from './stripe-credit-notes.ts';
import { createStripeCustomers, type StripeCustomers } from './stripe-customers.ts';
import { createEvents, type StripeEvents } from './stripe-events.ts';
import { createPayments, type StripePayments } from './stripe-payments.ts';
import { createPortal, type StripePortal } from './stripe-portal.ts';
import type { FooterSettings } from '../rules/invoice-footer.ts';
import { createRenewals, type StripeRenewals } from './stripe-renewals.ts';
import { createSubscriptions, type StripeSubscriptions } from './stripe-subscriptions.ts';
import { createTopUps, type StripeTopUps } from './stripe-top-ups.ts';
import type { StripePrices } from './stripe-prices.ts';

/**
 * Stripe through its SDK, at a pinned API version. Each method reads the current state; writes
 * carry an idempotency key, so that a retry takes effect once. Throws StripeUnavailableError when
 * Stripe gave no response, in which case a write may have happened, and StripeRefusedError when
 * Stripe refuses.
 */
export interface StripeService
  extends
    StripeCustomers,
    StripeSubscriptions,
    StripeBillingDetails,
    StripeBooks,
    StripeCheckouts,
    StripePayments,
    StripeCreditNotes,
    StripePortal,
    StripeEvents,
    StripeRenewals,
    StripeTopUps {}

export const createStripe = (
  client: StripeClient,
  prices: StripePrices,
  clock: Clock,
  settings: CheckoutSettings & FooterSettings,
): StripeService => ({
  ...createStripeCustomers(client, settings),
  ...createSubscriptions(client, prices),
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

import type { Clock } from '../../platform/clock.ts';
import {
  createStripeBillingDetails,
  type StripeBillingDetails,
  createStripeCustomers,
  type StripeCustomers,
} from './stripe-customers.ts';
import { createStripeBooks, type StripeBooks } from './stripe-books.ts';
import {
  createStripeCheckouts,
  type CheckoutSettings,
  type StripeCheckouts,
} from './stripe-checkouts.ts';
import type { StripeClient } from './stripe-client.ts';
import {
  createStripeCreditNotes,
  createStripeInvoices,
  type StripeCreditNotes,
  type StripeInvoices,
} from './stripe-invoices.ts';
import { createStripeEvents, type StripeEvents } from './stripe-events.ts';
import { createStripePayments, type StripePayments } from './stripe-payments.ts';
import { createStripePortal, type StripePortal } from './stripe-portal.ts';
import type { InvoiceFooterSettings } from '../rules/invoice-footer.ts';
import {
  createStripeRenewals,
  type StripeRenewals,
  createStripeSubscriptions,
  type StripeSubscriptions,
} from './stripe-subscriptions.ts';
import { createStripeTopUps, type StripeTopUps } from './stripe-top-ups.ts';
import type { StripePrices } from './stripe-prices.ts';

/**
 * Stripe through its SDK, at a pinned API version. Reads return the current state, reduced to the
 * fields that the product reads: times are epoch milliseconds, amounts euro cents, and `version` is
 * the id of the plan version of a price, undefined for a price created in Stripe's dashboard. Writes
 * that must take effect only once carry an idempotency key, so that they can be repeated.
 * @throws {StripeUnavailableError} if Stripe was unreachable or failed; a write may have taken
 * effect
 * @throws {StripeRefusedError} if Stripe refused the call
 */
export interface StripeService
  extends
    StripeCustomers,
    StripeSubscriptions,
    StripeBillingDetails,
    StripeBooks,
    StripeCheckouts,
    StripePayments,
    StripeInvoices,
    StripeCreditNotes,
    StripePortal,
    StripeEvents,
    StripeRenewals,
    StripeTopUps {}

export const createStripe = (
  client: StripeClient,
  prices: StripePrices,
  clock: Clock,
  settings: CheckoutSettings & InvoiceFooterSettings,
): StripeService => ({
  ...createStripeCustomers(client, settings),
  ...createStripeSubscriptions(client, prices),
  ...createStripeBillingDetails(client, settings),
  ...createStripeBooks(client),
  ...createStripeCheckouts(client, prices, settings),
  ...createStripePayments(client),
  ...createStripeInvoices(client, prices),
  ...createStripeCreditNotes(client),
  ...createStripePortal(client, prices, clock, settings),
  ...createStripeEvents(client),
  ...createStripeRenewals(client),
  ...createStripeTopUps(client, prices, settings),
});

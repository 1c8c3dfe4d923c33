import type Sdk from 'stripe';
import type { StripePrices } from './stripe-prices.ts';
import { stripeIdOf, toMs, toOptionalMs, type StripeClient } from './stripe-client.ts';
import type { InvoiceFilter } from './stripe-invoices.ts';
import type { Renewal } from '../../../shared/contract/billing.ts';

/** Our own reasons for canceling a subscription at the end of its period. */
const RENEWAL_STOP_REASONS = ['deactivated', 'dispute'] as const;
type RenewalStopReason = (typeof RENEWAL_STOP_REASONS)[number];

/** Prefix of the cancellation comment on subscriptions that we ended ourselves. */
const ENDED_BY_US_PREFIX = 'tamis:';

/** Metadata key for the reason why we canceled a subscription at the end of its period. */
const STOP_REASON_METADATA_KEY = 'renewal_stopped_for';

async function toSubscription(subscription: Sdk.Subscription, prices: StripePrices) {
  const item = subscription.items.data[0];
  const { cancel_at, cancel_at_period_end, ended_at, schedule } = subscription;
  const phases = typeof schedule === 'object' ? schedule?.phases : undefined;
  const nextPhase = phases?.find(({ start_date }) => start_date >= (item?.current_period_end ?? 0));
  const next = stripeIdOf(nextPhase?.items[0]?.price);
  const endsAt = ended_at ?? cancel_at ?? (cancel_at_period_end ? item?.current_period_end : null);
  return {
    id: subscription.id,
    customerId: stripeIdOf(subscription.customer) ?? '',
    status: subscription.status,
    itemId: item?.id ?? '',
    version: await prices.versionOf(item?.price.id),
    createdAt: toMs(subscription.created),
    periodEnd: toOptionalMs(item?.current_period_end),
    /** Plan version from `periodEnd` on, if a change is scheduled and `schedule` is expanded. */
    nextVersion: next === stripeIdOf(item?.price) ? undefined : await prices.versionOf(next),
    /** Whether a change of price is scheduled, even to a price created in the dashboard. */
    hasScheduledChange: nextPhase !== undefined,
    /** When the subscription was canceled, which may be before it ends. */
    canceledAt: toOptionalMs(subscription.canceled_at),
    /** When a canceled subscription will end or has ended. */
    endsAt: toOptionalMs(endsAt),
    /** Whether the subscription ended, or will end, because payments failed. */
    unpaid: subscription.cancellation_details?.reason === 'payment_failed',
    /** Whether we ended the subscription, as a duplicate or because the account was closed. */
    endedByUs: subscription.cancellation_details?.comment?.startsWith(ENDED_BY_US_PREFIX) ?? false,
    /** Our own reason for stopping the renewal. */
    stopReason: RENEWAL_STOP_REASONS.find(
      (cause) => cause === subscription.metadata[STOP_REASON_METADATA_KEY],
    ),
    /** Id of the schedule of plan changes, which remains for a while after the last change. */
    scheduleId: stripeIdOf(subscription.schedule),
  };
}
export type Subscription = Readonly<Awaited<ReturnType<typeof toSubscription>>>;

export interface StripeSubscriptions {
  /** Cancels a scheduled plan change (docs.stripe.com/api/subscription_schedules/release). */
  releaseSchedule(subscription: Subscription): Promise<void>;
  findSubscription(id: string): Promise<Subscription | undefined>;
  listSubscriptions(customerId: string): Promise<readonly Subscription[]>;
  /** Includes subscriptions that have ended. */
  listAllSubscriptions(): AsyncIterable<Subscription>;
  /**
   * Cancels a subscription at the end of its current period
   * (docs.stripe.com/billing/subscriptions/cancel). First cancels any scheduled plan change,
   * because Stripe refuses to combine the two.
   */
  stopRenewal(subscription: Subscription, cause: RenewalStopReason): Promise<void>;
  /** Clears the reason for the cancellation after the customer has renewed the subscription. */
  clearStopReason(id: string): Promise<void>;
  /**
   * Stops collecting payment for the invoices of a subscription or customer: open invoices are
   * voided, and drafts are never finalized
   * (docs.stripe.com/invoicing/integration/workflow-transitions). The invoice of a renewal is a
   * draft for its first hour.
   */
  stopCollection(filter: InvoiceFilter): Promise<void>;
  /** Ends a subscription immediately, without a refund. Does nothing if it no longer exists. */
  endSubscription(id: string, cause: 'second_subscription' | 'account_closed'): Promise<void>;
}

export function createStripeSubscriptions(
  client: StripeClient,
  prices: StripePrices,
): StripeSubscriptions {
  async function releaseSchedule({ scheduleId }: Subscription): Promise<void> {
    if (scheduleId !== undefined)
      await client.call((sdk) => sdk.subscriptionSchedules.release(scheduleId));
  }

  return {
    releaseSchedule,

    findSubscription: (id) =>
      client.findAs(
        (sdk) => sdk.subscriptions.retrieve(id),
        (found) => toSubscription(found, prices),
      ),

    async listSubscriptions(customerId) {
      const { data } = await client.call((sdk) =>
        sdk.subscriptions.list({ customer: customerId, limit: 100, expand: ['data.schedule'] }),
      );
      return Promise.all(data.map((each) => toSubscription(each, prices)));
    },

    async *listAllSubscriptions() {
      const all = client.each((sdk) => sdk.subscriptions.list({ status: 'all', limit: 100 }));
      for await (const each of all) yield toSubscription(each, prices);
    },

    async stopRenewal(subscription, cause) {
      await releaseSchedule(subscription);
      const { id } = subscription;
      const params = {
        cancel_at_period_end: true,
        metadata: { [STOP_REASON_METADATA_KEY]: cause },
      };
      await client.call((sdk) => sdk.subscriptions.update(id, params));
    },

    async clearStopReason(id) {
      const metadata = { [STOP_REASON_METADATA_KEY]: '' };
      await client.call((sdk) => sdk.subscriptions.update(id, { metadata }));
    },

    async stopCollection(filter) {
      const { data } = await client.call((sdk) => sdk.invoices.list({ ...filter, limit: 100 }));
      for (const { id, status, auto_advance } of data)
        // Stripe refuses if a payment is in progress or has arrived; an event reports that payment.
        if (status === 'open') await client.tryCall((sdk) => sdk.invoices.voidInvoice(id));
        else if (status === 'draft' && auto_advance)
          await client.call((sdk) => sdk.invoices.update(id, { auto_advance: false }));
    },

    async endSubscription(id, cause) {
      await client.find((sdk) =>
        sdk.subscriptions.cancel(
          id,
          {
            prorate: false,
            invoice_now: false,
            cancellation_details: { comment: `${ENDED_BY_US_PREFIX}${cause}` },
          },
          { idempotencyKey: `subcancel:${id}:${cause}` },
        ),
      );
    },
  };
}

export interface StripeRenewals {
  /**
   * Returns the card that pays for a subscription: the subscription's own card, or the customer's
   * default card
   * (docs.stripe.com/api/subscriptions/object#subscription_object-default_payment_method).
   */
  findCard(subscription: string): Promise<Renewal['card']>;
  /**
   * Returns the amounts of the subscription's next charge in cents, including discounts, tax and a
   * scheduled change of price (docs.stripe.com/api/invoices/create_preview).
   */
  previewRenewal(subscription: Subscription): Promise<Omit<NonNullable<Renewal['next']>, 'date'>>;
}

export const createStripeRenewals = (client: StripeClient): StripeRenewals => ({
  async findCard(subscription) {
    const expand = ['default_payment_method', 'customer.invoice_settings.default_payment_method'];
    const { customer, default_payment_method } = await client.call((sdk) =>
      sdk.subscriptions.retrieve(subscription, { expand }),
    );
    const defaultMethod =
      typeof customer === 'string' || customer.deleted
        ? null
        : customer.invoice_settings.default_payment_method;
    const method = default_payment_method ?? defaultMethod;
    if (typeof method === 'string' || !method?.card) return null;
    const { display_brand, brand, last4, exp_month, exp_year } = method.card;
    // For a card on two networks, return the brand that its owner has chosen.
    return { brand: display_brand ?? brand, last4, exp_month, exp_year };
  },

  async previewRenewal({ id, customerId: customer, scheduleId }) {
    const { total, total_excluding_tax, amount_due } = await client.call((sdk) =>
      sdk.invoices.createPreview(
        // Stripe accepts either `subscription` or `schedule`, not both.
        scheduleId === undefined
          ? { customer, subscription: id }
          : { customer, schedule: scheduleId },
      ),
    );
    const net_cents = total_excluding_tax ?? total;
    return { net_cents, vat_cents: total - net_cents, total_cents: total, price_cents: amount_due };
  },
});

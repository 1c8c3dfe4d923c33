import type { StripeClient } from './stripe-client.ts';
import {
  ENDED_BY_US_PREFIX,
  type RenewalStopReason,
  STOP_REASON_METADATA_KEY,
  type Subscription,
  toSubscription,
} from './stripe-mapping.ts';
import type { InvoiceFilter } from './stripe-payments.ts';
import type { StripePrices } from './stripe-prices.ts';

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

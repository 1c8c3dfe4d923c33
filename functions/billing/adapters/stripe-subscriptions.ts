import type { Stripe } from '../ports.ts';
import type { StripeClient } from './stripe-client.ts';
import { ENDED_BY_US, subscriptionOf } from './stripe-mapping.ts';
import type { StripePrices } from './stripe-prices.ts';

export function createSubscriptions(
  client: StripeClient,
  prices: StripePrices,
): Pick<Stripe, 'findSubscription' | 'listSubscriptions' | 'endSubscription'> {
  return {
    async findSubscription(id) {
      const found = await client.find((sdk) => sdk.subscriptions.retrieve(id));
      return found && subscriptionOf(found, prices);
    },

    async listSubscriptions(customerId) {
      const { data } = await client.call((sdk) =>
        sdk.subscriptions.list({ customer: customerId, limit: 100 }),
      );
      return Promise.all(data.map((each) => subscriptionOf(each, prices)));
    },

    async endSubscription(id, cause) {
      await client.find((sdk) =>
        sdk.subscriptions.cancel(
          id,
          {
            prorate: false,
            invoice_now: false,
            cancellation_details: { comment: `${ENDED_BY_US}${cause}` },
          },
          { idempotencyKey: `subcancel:${id}:${cause}` },
        ),
      );
    },
  };
}

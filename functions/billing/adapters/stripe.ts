import type { Clock } from '../../platform/clock.ts';
import type { Stripe } from '../ports.ts';
import { createCheckouts, type CheckoutSettings } from './stripe-checkouts.ts';
import type { StripeClient } from './stripe-client.ts';
import { createUndelivered } from './stripe-events.ts';
import { createPayments } from './stripe-payments.ts';
import { createPortal } from './stripe-portal.ts';
import type { StripePrices } from './stripe-prices.ts';
import { createSubscriptions } from './stripe-subscriptions.ts';

/** Stripe by its SDK, at the version of the API that we name. */
export function createStripe(
  client: StripeClient,
  prices: StripePrices,
  clock: Clock,
  settings: CheckoutSettings,
): Stripe {
  const listCustomers: Stripe['listCustomers'] = async ({ userId, email }) => {
    const found: string[] = [];
    const known = client.each((sdk) => sdk.customers.list({ email, limit: 100 }));
    for await (const { id, metadata } of known) if (metadata['user_id'] === userId) found.push(id);
    return found;
  };

  return {
    listCustomers,

    async createCustomer({ userId, email, name, language }, tries) {
      const [known] = tries > 0 ? await listCustomers({ userId, email }) : [];
      if (known !== undefined) return known;
      const made = await client.call((sdk) =>
        sdk.customers.create(
          { email, name, preferred_locales: [language], metadata: { user_id: userId } },
          { idempotencyKey: `cust:${userId}${tries > 0 ? `:${tries}` : ''}` },
        ),
      );
      return made.id;
    },

    async deleteCustomer(customerId) {
      await client.find((sdk) => sdk.customers.del(customerId));
    },

    async findCustomer(customerId) {
      const found = await client.find((sdk) => sdk.customers.retrieve(customerId));
      return !found || found.deleted ? undefined : { userId: found.metadata['user_id'] };
    },

    ...createCheckouts(client, prices, settings),
    ...createSubscriptions(client, prices),
    ...createPayments(client, prices),
    ...createPortal(client, prices, clock, settings),
    ...createUndelivered(client),
  };
}

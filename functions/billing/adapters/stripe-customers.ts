import type { Language } from '../../../shared/model/account.ts';
import type { RenewalStop, Subscription } from '../rules/stripe-objects.ts';
import type { StripeClient } from './stripe-client.ts';
import { ENDED_BY_US, STOPPED_FOR, subscriptionOf } from './stripe-mapping.ts';
import type { StripePrices } from './stripe-prices.ts';

/** Who becomes a customer at Stripe. */
interface NewCustomer {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  readonly language: Language;
}

/** Customers and their subscriptions. */
export function createStripeCustomers(client: StripeClient, prices: StripePrices) {
  /** The customers of this address that were made for the user and not deleted. */
  async function listCustomers({
    userId,
    email,
  }: Pick<NewCustomer, 'userId' | 'email'>): Promise<readonly string[]> {
    const found: string[] = [];
    const known = client.each((sdk) => sdk.customers.list({ email, limit: 100 }));
    for await (const { id, metadata } of known) if (metadata['user_id'] === userId) found.push(id);
    return found;
  }

  return {
    listCustomers,

    /**
     * The user's customer. The same one for every call of a try; a further try takes what an
     * earlier one has left.
     */
    async createCustomer(user: NewCustomer, tries: number): Promise<string> {
      const { userId, email, name, language } = user;
      const [known] = tries > 0 ? await listCustomers(user) : [];
      if (known !== undefined) return known;
      const made = await client.call((sdk) =>
        sdk.customers.create(
          { email, name, preferred_locales: [language], metadata: { user_id: userId } },
          { idempotencyKey: `cust:${userId}${tries > 0 ? `:${tries}` : ''}` },
        ),
      );
      return made.id;
    },

    /** Nothing when it is gone already; ends its subscriptions and deletes its cards. */
    async deleteCustomer(customerId: string): Promise<void> {
      await client.find((sdk) => sdk.customers.del(customerId));
    },

    /** A customer that was not deleted, with the user it was made for where it is one of ours. */
    async findCustomer(customerId: string): Promise<{ userId: string | undefined } | undefined> {
      const found = await client.find((sdk) => sdk.customers.retrieve(customerId));
      return !found || found.deleted ? undefined : { userId: found.metadata['user_id'] };
    },

    async findSubscription(id: string): Promise<Subscription | undefined> {
      const found = await client.find((sdk) => sdk.subscriptions.retrieve(id));
      return found && subscriptionOf(found, prices);
    },

    /** Those that have not ended. */
    async listSubscriptions(customerId: string): Promise<readonly Subscription[]> {
      const { data } = await client.call((sdk) =>
        sdk.subscriptions.list({ customer: customerId, limit: 100, expand: ['data.schedule'] }),
      );
      return Promise.all(data.map((each) => subscriptionOf(each, prices)));
    },

    /** Of all customers, also those that have ended. */
    async *listAllSubscriptions(): AsyncIterable<Subscription> {
      const all = client.each((sdk) => sdk.subscriptions.list({ status: 'all', limit: 100 }));
      for await (const each of all) yield subscriptionOf(each, prices);
    },

    /**
     * Has a subscription end with its period (docs.stripe.com/billing/subscriptions/cancel), and
     * notes why. A scheduled change falls away: Stripe refuses this while there is one.
     */
    async stopRenewal({ id, scheduleId }: Subscription, cause: RenewalStop): Promise<void> {
      if (scheduleId !== undefined)
        await client.call((sdk) => sdk.subscriptionSchedules.release(scheduleId));
      const metadata = { [STOPPED_FOR]: cause };
      await client.call((sdk) =>
        sdk.subscriptions.update(id, { cancel_at_period_end: true, metadata }),
      );
    },

    /** Takes back what `stopRenewal` did. */
    async resumeRenewal({ id }: Subscription): Promise<void> {
      const metadata = { [STOPPED_FOR]: '' };
      await client.call((sdk) =>
        sdk.subscriptions.update(id, { cancel_at_period_end: false, metadata }),
      );
    },

    /** Ends a subscription at once, without a refund. Nothing when it has ended. */
    async endSubscription(
      id: string,
      cause: 'second_subscription' | 'account_closed' | 'dispute_lost',
    ): Promise<void> {
      await client.find((sdk) =>
        sdk.subscriptions.cancel(
          id,
          {
            prorate: false,
            invoice_now: false,
            // Its payments stay; the customer is told as of any other end.
            cancellation_details: {
              comment: cause === 'dispute_lost' ? cause : `${ENDED_BY_US}${cause}`,
            },
          },
          { idempotencyKey: `subcancel:${id}:${cause}` },
        ),
      );
    },
  };
}

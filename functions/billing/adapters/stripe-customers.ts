import type { Language } from '../../../shared/model/account.ts';
import type { User } from '../../access/adapters/user.ts';
import { type FooterSettings, footerOf } from '../rules/invoice-footer.ts';
import { DETAILS_KEPT, INVOICE_EMAIL } from './stripe-billing-details.ts';
import type { StripeClient } from './stripe-client.ts';
import {
  ENDED_BY_US,
  STOPPED_FOR,
  subscriptionOf,
  type RenewalStop,
  type Subscription,
} from './stripe-mapping.ts';
import type { Billed } from './stripe-payments.ts';
import type { StripePrices } from './stripe-prices.ts';

/** A customer that was not deleted. */
interface StripeCustomer {
  /** The user it was made for; undefined for a customer that is not one of ours. */
  readonly userId: string | undefined;
  readonly language: string | undefined;
  /** Its invoices are made out to the billing details. */
  readonly hasDetails: boolean;
  /** An address that receives the mails of payments as well. */
  readonly invoiceEmail: string | undefined;
  /**
   * It has a card for payments to come: the one that the portal's page for it saves
   * (docs.stripe.com/customer-management/portal-deep-links).
   */
  readonly hasCard: boolean;
}

/** Customers and their subscriptions. */
export interface StripeCustomers {
  /** The customers of this address that were made for the user and not deleted. */
  listCustomers(userId: string, email: string): Promise<readonly string[]>;
  /** Takes a scheduled change back (docs.stripe.com/api/subscription_schedules/release). */
  releaseSchedule(subscription: Subscription): Promise<void>;
  /**
   * The user's customer. The same one for every call of a try; a further try takes what an
   * earlier one has left.
   */
  createCustomer(user: User, tries: number): Promise<string>;
  /** Nothing when it is gone already; ends its subscriptions and deletes its cards. */
  deleteCustomer(customerId: string): Promise<void>;
  findCustomer(customerId: string): Promise<StripeCustomer | undefined>;
  /** The language of what Stripe sends to a customer. Nothing when it is gone. */
  setLanguage(customerId: string, language: Language): Promise<void>;
  findSubscription(id: string): Promise<Subscription | undefined>;
  /** Those that have not ended. */
  listSubscriptions(customerId: string): Promise<readonly Subscription[]>;
  /** Of all customers, also those that have ended. */
  listAllSubscriptions(): AsyncIterable<Subscription>;
  /**
   * Has a subscription end with its period (docs.stripe.com/billing/subscriptions/cancel). A
   * scheduled change falls away: Stripe refuses this while there is one.
   */
  stopRenewal(subscription: Subscription, cause: RenewalStop): Promise<void>;
  /** Forgets why it was to end: its customer has renewed it. */
  clearStop(id: string): Promise<void>;
  /**
   * Has nothing more be taken for what a subscription or a customer was billed: what is open
   * becomes void, and a draft, as a renewal is for its first hour, stays one
   * (docs.stripe.com/invoicing/integration/workflow-transitions).
   */
  stopCollection(of: Billed): Promise<void>;
  /** Ends a subscription at once, without a refund. Nothing when it has ended. */
  endSubscription(id: string, cause: 'second_subscription' | 'account_closed'): Promise<void>;
}

export function createStripeCustomers(
  client: StripeClient,
  prices: StripePrices,
  settings: FooterSettings,
): StripeCustomers {
  async function listCustomers(userId: string, email: string): Promise<readonly string[]> {
    const found: string[] = [];
    const known = client.each((sdk) => sdk.customers.list({ email, limit: 100 }));
    for await (const { id, metadata } of known) if (metadata['user_id'] === userId) found.push(id);
    return found;
  }

  /** What Stripe writes to a customer, and at the foot of invoices, in a language. */
  const languageParams = (language: Language) => {
    const footer = footerOf(settings, language);
    return { preferred_locales: [language], ...(footer && { invoice_settings: { footer } }) };
  };

  async function releaseSchedule({ scheduleId }: Subscription): Promise<void> {
    if (scheduleId !== undefined)
      await client.call((sdk) => sdk.subscriptionSchedules.release(scheduleId));
  }

  return {
    listCustomers,
    releaseSchedule,

    async createCustomer(user, tries) {
      const { id: userId, email, firstName, lastName, language } = user;
      const name = `${firstName} ${lastName}`;
      const [known] = tries > 0 ? await listCustomers(userId, email) : [];
      if (known !== undefined) return known;
      const made = await client.call((sdk) =>
        sdk.customers.create(
          { email, name, ...languageParams(language), metadata: { user_id: userId } },
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
      if (!found || found.deleted) return undefined;
      const { invoice_settings, metadata, preferred_locales } = found;
      return {
        userId: metadata['user_id'],
        language: preferred_locales?.[0],
        hasDetails: metadata[DETAILS_KEPT] !== undefined,
        invoiceEmail: metadata[INVOICE_EMAIL],
        hasCard: Boolean(invoice_settings.default_payment_method),
      };
    },

    async setLanguage(customerId, language) {
      await client.find((sdk) => sdk.customers.update(customerId, languageParams(language)));
    },

    findSubscription: (id) =>
      client.findAs(
        (sdk) => sdk.subscriptions.retrieve(id),
        (found) => subscriptionOf(found, prices),
      ),

    async listSubscriptions(customerId) {
      const { data } = await client.call((sdk) =>
        sdk.subscriptions.list({ customer: customerId, limit: 100, expand: ['data.schedule'] }),
      );
      return Promise.all(data.map((each) => subscriptionOf(each, prices)));
    },

    async *listAllSubscriptions() {
      const all = client.each((sdk) => sdk.subscriptions.list({ status: 'all', limit: 100 }));
      for await (const each of all) yield subscriptionOf(each, prices);
    },

    async stopRenewal(subscription, cause) {
      await releaseSchedule(subscription);
      const { id } = subscription;
      const params = { cancel_at_period_end: true, metadata: { [STOPPED_FOR]: cause } };
      await client.call((sdk) => sdk.subscriptions.update(id, params));
    },

    async clearStop(id) {
      const metadata = { [STOPPED_FOR]: '' };
      await client.call((sdk) => sdk.subscriptions.update(id, { metadata }));
    },

    async stopCollection(of) {
      const { data } = await client.call((sdk) => sdk.invoices.list({ ...of, limit: 100 }));
      for (const { id, status, auto_advance } of data)
        // Refused where a payment is under way or has just arrived; what becomes of it is an event.
        if (status === 'open') await client.refusalOf((sdk) => sdk.invoices.voidInvoice(id));
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
            cancellation_details: { comment: `${ENDED_BY_US}${cause}` },
          },
          { idempotencyKey: `subcancel:${id}:${cause}` },
        ),
      );
    },
  };
}

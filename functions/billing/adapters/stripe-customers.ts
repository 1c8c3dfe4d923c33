import type { Language } from '../../../shared/model/account.ts';
import type { User } from '../../access/adapters/user.ts';
import { type InvoiceFooterSettings, formatInvoiceFooter } from '../rules/invoice-footer.ts';
import {
  BILLING_DETAILS_METADATA_KEY,
  INVOICE_EMAIL_METADATA_KEY,
} from './stripe-billing-details.ts';
import type { StripeClient } from './stripe-client.ts';
import { stripeIdOf } from './stripe-mapping.ts';

interface StripeCustomer {
  /**
   * The user for whom the customer was created; undefined if somebody created it in the dashboard.
   */
  readonly userId: string | undefined;
  readonly language: string | undefined;
  /** Whether invoices use billing details that the customer has saved. */
  readonly hasDetails: boolean;
  readonly invoiceEmail: string | undefined;
  /**
   * Whether the customer has a default card for invoices, saved on the card page of Stripe's portal
   * (docs.stripe.com/customer-management/portal-deep-links).
   */
  readonly hasCard: boolean;
}

export interface StripeCustomers {
  /** Ids of existing customers with this email address that were created for the user. */
  listCustomers(userId: string, email: string): Promise<readonly string[]>;
  /**
   * Creates the user's customer and returns the id. Calls with equal `tries` return the same
   * customer. If `tries` is positive, reuses a customer left over from an earlier call.
   */
  createCustomer(user: User, tries: number): Promise<string>;
  /**
   * Returns the customer of a checkout session's id or an invoice's number. Stripe's search finds
   * an invoice about a minute after it was finalized (docs.stripe.com/search#data-freshness).
   */
  findCustomerIdOf(reference: string): Promise<string | undefined>;
  /** Also deletes the subscriptions and cards. Does nothing if the customer no longer exists. */
  deleteCustomer(customerId: string): Promise<void>;
  findCustomer(customerId: string): Promise<StripeCustomer | undefined>;
  /** Sets the language of Stripe's emails. Does nothing if the customer was deleted. */
  setLanguage(customerId: string, language: Language): Promise<void>;
}

export function createStripeCustomers(
  client: StripeClient,
  settings: InvoiceFooterSettings,
): StripeCustomers {
  async function listCustomers(userId: string, email: string): Promise<readonly string[]> {
    const ids: string[] = [];
    const customers = client.each((sdk) => sdk.customers.list({ email, limit: 100 }));
    for await (const { id, metadata } of customers)
      if (metadata['user_id'] === userId) ids.push(id);
    return ids;
  }

  const languageParams = (language: Language) => {
    const footer = formatInvoiceFooter(settings, language);
    return { preferred_locales: [language], ...(footer && { invoice_settings: { footer } }) };
  };

  return {
    listCustomers,

    async createCustomer(user, tries) {
      const { id: userId, email, firstName, lastName, language } = user;
      const name = `${firstName} ${lastName}`;
      const [existing] = tries > 0 ? await listCustomers(userId, email) : [];
      if (existing !== undefined) return existing;
      const created = await client.call((sdk) =>
        sdk.customers.create(
          { email, name, ...languageParams(language), metadata: { user_id: userId } },
          { idempotencyKey: `cust:${userId}${tries > 0 ? `:${tries}` : ''}` },
        ),
      );
      return created.id;
    },

    async findCustomerIdOf(reference) {
      if (reference.startsWith('cs_'))
        return client.findAs(
          (sdk) => sdk.checkout.sessions.retrieve(reference),
          ({ customer }) => stripeIdOf(customer),
        );
      const query = `number:"${reference}"`;
      const { data } = await client.call((sdk) => sdk.invoices.search({ query, limit: 1 }));
      return stripeIdOf(data[0]?.customer);
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
        hasDetails: metadata[BILLING_DETAILS_METADATA_KEY] !== undefined,
        invoiceEmail: metadata[INVOICE_EMAIL_METADATA_KEY],
        hasCard: Boolean(invoice_settings.default_payment_method),
      };
    },

    async setLanguage(customerId, language) {
      await client.find((sdk) => sdk.customers.update(customerId, languageParams(language)));
    },
  };
}

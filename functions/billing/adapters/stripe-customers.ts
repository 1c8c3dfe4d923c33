import type { Language } from '../../../shared/model/account.ts';
import type { User } from '../../access/adapters/user.ts';
import { type FooterSettings, footerOf } from '../rules/invoice-footer.ts';
import { DETAILS_KEPT, INVOICE_EMAIL } from './stripe-billing-details.ts';
import type { StripeClient } from './stripe-client.ts';

/** A customer that was not deleted. */
interface StripeCustomer {
  /** The user it was made for; undefined for a customer that is not one of ours. */
  readonly userId: string | undefined;
  readonly language: string | undefined;
  /** Whether invoices are made out to the billing details. */
  readonly hasDetails: boolean;
  /** An address that receives the mails of payments as well. */
  readonly invoiceEmail: string | undefined;
  /**
   * It has a card for payments to come: the one that the portal's page for it saves
   * (docs.stripe.com/customer-management/portal-deep-links).
   */
  readonly hasCard: boolean;
}

export interface StripeCustomers {
  /** The customers of this address that were made for the user and not deleted. */
  listCustomers(userId: string, email: string): Promise<readonly string[]>;
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
}

export function createStripeCustomers(
  client: StripeClient,
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

  return {
    listCustomers,

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
  };
}

import type { Language } from '../../../shared/model/account.ts';
import type { User } from '../../access/adapters/user.ts';
import { type InvoiceFooterSettings, formatInvoiceFooter } from '../rules/invoice-footer.ts';
import { type StripeClient, stripeIdOf } from './stripe-client.ts';
import type { BillingDetails } from '../../../shared/contract/billing.ts';
import type { Env } from '../../platform/env.ts';
import { StripeRefusedError } from '../rules/stripe-failure.ts';

interface StripeCustomer {
  /** Undefined if somebody created the customer in the dashboard. */
  readonly userId: string | undefined;
  readonly language: string | undefined;
  /** Whether invoices use billing details that the customer has saved. */
  readonly hasDetails: boolean;
  /**
   * Company in the billing details. Without billing details, the customer has the name of the user
   * or the card.
   */
  readonly company: string | undefined;
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
  /** Sets the address to which Stripe sends emails. Does nothing if the customer was deleted. */
  setEmail(customerId: string, email: string): Promise<void>;
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
      const { invoice_settings, metadata, name, preferred_locales } = found;
      const hasDetails = metadata[BILLING_DETAILS_METADATA_KEY] !== undefined;
      return {
        userId: metadata['user_id'],
        language: preferred_locales?.[0],
        hasDetails,
        company: (hasDetails && name) || undefined,
        invoiceEmail: metadata[INVOICE_EMAIL_METADATA_KEY],
        hasCard: Boolean(invoice_settings.default_payment_method),
      };
    },

    async setLanguage(customerId, language) {
      await client.find((sdk) => sdk.customers.update(customerId, languageParams(language)));
    },

    async setEmail(customerId, email) {
      await client.find((sdk) => sdk.customers.update(customerId, { email }));
    },
  };
}

type TaxIdType = 'eu_vat' | 'gb_vat' | 'ch_vat' | 'no_vat' | 'fr_siren';

/** Non-EU tax ids in Stripe's format: https://docs.stripe.com/billing/customer/tax-ids */
const NON_EU_TAX_IDS: readonly (readonly [TaxIdType, RegExp, string])[] = [
  ['gb_vat', /^GB(?=\d)/, 'GB'],
  ['ch_vat', /^CHE(\d{3})(\d{3})(\d{3})(MWST|TVA|IVA)$/, 'CHE-$1.$2.$3 $4'],
  ['no_vat', /^(?:NO)?(\d{9}MVA)$/, '$1'],
];

/** An id that matches no other type counts as an EU VAT number. */
function taxIdOf(field: 'vat_number' | 'siren', text: string): { type: TaxIdType; value: string } {
  const normalized = text.replaceAll(/[\s.-]/g, '').toUpperCase();
  if (field === 'siren') return { type: 'fr_siren', value: normalized };
  const [type, pattern, replacement] = NON_EU_TAX_IDS.find(([, each]) => each.test(normalized)) ?? [
    'eu_vat',
    '',
    '',
  ];
  return { type, value: normalized.replace(pattern, replacement) };
}

const TAX_ID_FIELDS = ['vat_number', 'siren'] as const;
const isSiren = ({ type }: { readonly type: string }) => type === 'fr_siren';

/** Metadata key that marks a customer who has saved billing details. */
const BILLING_DETAILS_METADATA_KEY = 'billing_details';

/** Metadata key for a second address that receives invoices. */
const INVOICE_EMAIL_METADATA_KEY = 'invoice_email';

/** The name, address and tax ids on a customer's invoices; only Stripe stores the last two. */
export interface StripeBillingDetails {
  /** Returns empty fields if there is no customer or the customer was deleted. */
  findBillingDetails(id: string | undefined): Promise<BillingDetails>;
  /**
   * Returns the customer of a tax id that Stripe accepted but the VAT register later did not
   * confirm.
   */
  findCustomerOfRefusedTaxId(id: string): Promise<string | undefined>;
  /**
   * Saves the details. If Stripe refuses a field, returns the field's name and leaves name and
   * address unchanged. Stripe must be able to determine the VAT from the address
   * (docs.stripe.com/tax/customer-locations).
   */
  setBillingDetails(
    customerId: string,
    details: BillingDetails,
  ): Promise<'vat_number' | 'siren' | 'postal_code' | undefined>;
}

export function createStripeBillingDetails(
  client: StripeClient,
  { TAX }: Pick<Env, 'TAX'>,
): StripeBillingDetails {
  const listTaxIds = async (customer: string) => {
    const owner = { type: 'customer', customer } as const;
    return (await client.call((sdk) => sdk.taxIds.list({ owner, limit: 100 }))).data;
  };

  const isRefused = async (code: string, request: Parameters<typeof client.tryCall>[0]) => {
    const refusal = await client.tryCall(request);
    if (refusal !== undefined && refusal !== code) throw new StripeRefusedError(refusal, {});
    return refusal !== undefined;
  };

  return {
    async findBillingDetails(id) {
      const found =
        id === undefined ? undefined : await client.find((sdk) => sdk.customers.retrieve(id));
      const customer = found?.deleted ? undefined : found;
      const taxIds = customer ? await listTaxIds(customer.id) : [];
      const address = customer?.address;
      return {
        company: customer?.name ?? '',
        line1: address?.line1 ?? '',
        line2: address?.line2 ?? '',
        postal_code: address?.postal_code ?? '',
        city: address?.city ?? '',
        country: address?.country ?? '',
        vat_number: taxIds.find((each) => !isSiren(each))?.value ?? '',
        siren: taxIds.find(isSiren)?.value ?? '',
        invoice_email: customer?.metadata[INVOICE_EMAIL_METADATA_KEY] ?? '',
      };
    },

    async findCustomerOfRefusedTaxId(id) {
      const found = await client.find((sdk) => sdk.taxIds.retrieve(id));
      return found?.verification?.status === 'unverified' ? stripeIdOf(found.customer) : undefined;
    },

    async setBillingDetails(customerId, details) {
      const { company, vat_number: _vat, siren: _siren, invoice_email, ...address } = details;
      const existing = await listTaxIds(customerId);
      for (const field of TAX_ID_FIELDS) {
        const { type, value } = taxIdOf(field, details[field]);
        const current = existing.filter((each) => isSiren(each) === (field === 'siren'));
        const owner = { type: 'customer', customer: customerId } as const;
        if (
          value !== '' &&
          !current.some((each) => each.value === value) &&
          (await isRefused('tax_id_invalid', (sdk) => sdk.taxIds.create({ type, value, owner })))
        )
          return field;
        for (const { id } of current.filter((each) => each.value !== value))
          await client.find((sdk) => sdk.taxIds.del(id));
      }
      const metadata = {
        [BILLING_DETAILS_METADATA_KEY]: 'yes',
        [INVOICE_EMAIL_METADATA_KEY]: invoice_email,
      };
      const tax = TAX === 'stripe' && { tax: { validate_location: 'immediately' } as const };
      const isLocationRefused = await isRefused('customer_tax_location_invalid', (sdk) =>
        sdk.customers.update(customerId, { name: company, address, metadata, ...tax }),
      );
      return isLocationRefused ? 'postal_code' : undefined;
    },
  };
}

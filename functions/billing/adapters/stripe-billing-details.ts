import type { BillingDetails } from '../../../shared/contract/billing-details.ts';
import { StripeRefusedError } from '../rules/stripe-failure.ts';
import type { StripeClient } from './stripe-client.ts';

/** Stripe's kinds of numbers: https://docs.stripe.com/billing/customer/tax-ids */
const NUMBERS = [
  ['eu_vat', 'vat_number'],
  ['fr_siren', 'siren'],
] as const;

/** The metadata of a customer whose name and address are those of the form. */
export const DETAILS_KEPT = 'billing_details';

/** The metadata of a customer that name a second address for invoices. */
export const INVOICE_EMAIL = 'invoice_email';

/** Whom a customer's invoices are made out to. Name, address and numbers stand at Stripe alone. */
export function createBillingDetails(client: StripeClient) {
  const listNumbers = async (customer: string) => {
    const owner = { type: 'customer', customer } as const;
    return (await client.call((sdk) => sdk.taxIds.list({ owner, limit: 100 }))).data;
  };

  return {
    /** Undefined where the customer was deleted. */
    async findBillingDetails(customerId: string): Promise<BillingDetails | undefined> {
      const found = await client.find((sdk) => sdk.customers.retrieve(customerId));
      if (!found || found.deleted) return undefined;
      const numbers = await listNumbers(customerId);
      const numberOf = (wanted: string) => numbers.find(({ type }) => type === wanted)?.value ?? '';
      const { address, metadata, name } = found;
      return {
        company: name ?? '',
        line1: address?.line1 ?? '',
        line2: address?.line2 ?? '',
        postal_code: address?.postal_code ?? '',
        city: address?.city ?? '',
        country: address?.country ?? '',
        vat_number: numberOf('eu_vat'),
        siren: numberOf('fr_siren'),
        invoice_email: metadata[INVOICE_EMAIL] ?? '',
      };
    },

    /**
     * Returns the field of the number that Stripe refuses, if it does; name and address are then as
     * they were.
     */
    async setBillingDetails(
      customerId: string,
      details: BillingDetails,
    ): Promise<'vat_number' | 'siren' | undefined> {
      const { company, vat_number: _vat, siren: _siren, invoice_email, ...address } = details;
      const before = await listNumbers(customerId);
      for (const [type, field] of NUMBERS) {
        const value = details[field].replaceAll(/[ .-]/g, '').toUpperCase();
        const present = before.filter((each) => each.type === type);
        const owner = { type: 'customer', customer: customerId } as const;
        if (value !== '' && !present.some((each) => each.value === value))
          try {
            await client.call((sdk) => sdk.taxIds.create({ type, value, owner }));
          } catch (error) {
            if (error instanceof StripeRefusedError && error.message === 'tax_id_invalid')
              return field;
            throw error;
          }
        for (const { id } of present.filter((each) => each.value !== value))
          await client.find((sdk) => sdk.taxIds.del(id));
      }
      const metadata = { [DETAILS_KEPT]: 'yes', [INVOICE_EMAIL]: invoice_email };
      await client.call((sdk) =>
        sdk.customers.update(customerId, { name: company, address, metadata }),
      );
      return undefined;
    },
  };
}

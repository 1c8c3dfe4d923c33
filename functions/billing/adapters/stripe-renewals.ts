import type { Renewal } from '../../../shared/contract/billing.ts';
import type { Subscription } from './stripe-mapping.ts';
import type { StripeClient } from './stripe-client.ts';

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

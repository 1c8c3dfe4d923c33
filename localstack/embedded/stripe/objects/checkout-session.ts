import type { CheckoutSession, LineItem, Price } from '../model/state.ts';

type Given = Pick<
  CheckoutSession,
  | 'id'
  | 'created'
  | 'mode'
  | 'customer'
  | 'currency'
  | 'expires_at'
  | 'success_url'
  | 'cancel_url'
  | 'client_reference_id'
  | 'metadata'
  | 'locale'
  | 'url'
  | 'allowed_payment_method_types'
  | 'billing_address_collection'
  | 'consent_collection'
  | 'invoice_creation'
  | 'custom_text'
> & {
  readonly subtotal: number;
  readonly automaticTax: boolean;
  readonly taxIds: boolean;
};

export const newCheckoutSession = (given: Given): CheckoutSession => {
  const { subtotal, automaticTax, taxIds, ...fields } = given;
  return {
    object: 'checkout.session',
    adaptive_pricing: { enabled: false },
    after_expiration: null,
    allow_promotion_codes: null,
    amount_subtotal: subtotal,
    amount_total: subtotal,
    automatic_tax: {
      enabled: automaticTax,
      liability: automaticTax ? { type: 'self' } : null,
      provider: automaticTax ? 'stripe' : null,
      status: automaticTax ? 'requires_location_inputs' : null,
    },
    client_secret: null,
    collected_information: null,
    consent: null,
    currency_conversion: null,
    custom_fields: [],
    customer_account: null,
    customer_creation: null,
    customer_details: null,
    customer_email: null,
    discounts: [],
    integration_identifier: null,
    invoice: null,
    livemode: false,
    managed_payments: { enabled: false },
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: 'always',
    payment_method_configuration_details: null,
    payment_method_options: { card: { request_three_d_secure: 'automatic' } },
    payment_method_types: ['card'],
    payment_status: 'unpaid',
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: null,
    subscription: null,
    tax_id_collection: { enabled: taxIds, required: 'never' },
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    wallet_options: null,
    ...fields,
  };
};

export function newLineItem(id: string, price: Price, quantity: number, name: string): LineItem {
  const amount = (price.unit_amount ?? 0) * quantity;
  return {
    id,
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency: price.currency,
    description: name,
    metadata: {},
    price,
    quantity,
  };
}

import type { Customer } from '../model/state.ts';

type Given = Pick<Customer, 'id' | 'created' | 'email' | 'metadata'> &
  Partial<Pick<Customer, 'name' | 'phone' | 'description' | 'preferred_locales' | 'address'>>;

export const newCustomer = (given: Given): Customer => ({
  object: 'customer',
  address: null,
  balance: 0,
  currency: null,
  customer_account: null,
  default_source: null,
  delinquent: false,
  description: null,
  discount: null,
  invoice_prefix: given.id.slice(-8).toUpperCase(),
  invoice_settings: {
    custom_fields: null,
    default_payment_method: null,
    footer: null,
    rendering_options: null,
  },
  livemode: false,
  name: null,
  next_invoice_sequence: 1,
  phone: null,
  preferred_locales: [],
  shipping: null,
  tax_exempt: 'none',
  test_clock: null,
  ...given,
});

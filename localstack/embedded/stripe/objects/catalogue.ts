import type { Price, Product } from '../model/state.ts';

type GivenProduct = Pick<Product, 'id' | 'name' | 'created' | 'metadata'> &
  Partial<Pick<Product, 'active' | 'description' | 'tax_code' | 'statement_descriptor'>> &
  Partial<Pick<Product, 'unit_label' | 'url' | 'marketing_features'>>;

export const newProduct = (given: GivenProduct): Product => ({
  object: 'product',
  active: true,
  default_price: null,
  description: null,
  images: [],
  livemode: false,
  marketing_features: [],
  package_dimensions: null,
  shippable: null,
  statement_descriptor: null,
  tax_code: null,
  tax_details: null,
  type: 'service',
  unit_label: null,
  updated: given.created,
  url: null,
  ...given,
});

type GivenPrice = Pick<Price, 'id' | 'product' | 'created' | 'currency' | 'metadata'> &
  Pick<Price, 'lookup_key' | 'nickname' | 'recurring' | 'tax_behavior' | 'active'> & {
    readonly unit_amount: number;
  };

export const newPrice = (given: GivenPrice): Price => ({
  object: 'price',
  billing_scheme: 'per_unit',
  custom_unit_amount: null,
  livemode: false,
  tiers_mode: null,
  transform_quantity: null,
  type: given.recurring === null ? 'one_time' : 'recurring',
  unit_amount_decimal: String(given.unit_amount),
  ...given,
});

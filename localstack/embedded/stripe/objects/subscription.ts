import type { Price, Subscription, SubscriptionItem } from '../model/state.ts';
import { list } from './invoice.ts';

interface GivenItem {
  readonly id: string;
  readonly subscription: string;
  readonly created: number;
  readonly price: Price;
  readonly quantity: number;
  readonly period: { readonly start: number; readonly end: number };
}

export const newSubscriptionItem = (given: GivenItem): SubscriptionItem => ({
  id: given.id,
  object: 'subscription_item',
  billing_thresholds: null,
  created: given.created,
  current_period_end: given.period.end,
  current_period_start: given.period.start,
  current_trial: null,
  discounts: [],
  metadata: {},
  plan: planOf(given.price),
  price: given.price,
  quantity: given.quantity,
  subscription: given.subscription,
  tax_rates: [],
});

/** The old form of a recurring price, which items still carry. */
export const planOf = (price: Price): SubscriptionItem['plan'] => ({
  id: price.id,
  object: 'plan',
  active: price.active,
  amount: price.unit_amount,
  amount_decimal: price.unit_amount_decimal,
  billing_scheme: 'per_unit',
  created: price.created,
  currency: price.currency,
  interval: price.recurring?.interval ?? 'month',
  interval_count: price.recurring?.interval_count ?? 1,
  livemode: false,
  metadata: price.metadata,
  meter: null,
  nickname: price.nickname,
  product: price.product,
  tiers_mode: null,
  transform_usage: null,
  trial_period_days: null,
  usage_type: 'licensed',
});

interface GivenSubscription {
  readonly id: string;
  readonly created: number;
  readonly customer: string;
  readonly currency: string;
  readonly card: string;
  readonly items: SubscriptionItem[];
  readonly metadata: Record<string, string>;
  readonly description: string | null;
  readonly automaticTax: boolean;
}

export const newSubscription = (given: GivenSubscription): Subscription => ({
  id: given.id,
  object: 'subscription',
  application: null,
  application_fee_percent: null,
  automatic_tax: {
    disabled_reason: null,
    enabled: given.automaticTax,
    liability: given.automaticTax ? { type: 'self' } : null,
  },
  billing_cycle_anchor: given.created,
  billing_cycle_anchor_config: null,
  billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
  billing_schedules: [],
  billing_thresholds: null,
  cancel_at: null,
  cancel_at_period_end: false,
  canceled_at: null,
  cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
  collection_method: 'charge_automatically',
  created: given.created,
  currency: given.currency,
  customer: given.customer,
  customer_account: null,
  days_until_due: null,
  default_payment_method: given.card,
  default_source: null,
  default_tax_rates: [],
  description: given.description,
  discounts: [],
  ended_at: null,
  invoice_settings: {
    account_tax_ids: null,
    custom_fields: null,
    description: null,
    footer: null,
    issuer: { type: 'self' },
  },
  items: list(given.items, `/v1/subscription_items?subscription=${given.id}`),
  latest_invoice: null,
  livemode: false,
  managed_payments: null,
  metadata: given.metadata,
  next_pending_invoice_item_invoice: null,
  on_behalf_of: null,
  pause_collection: null,
  payment_settings: {
    payment_method_options: null,
    payment_method_types: null,
    save_default_payment_method: 'off',
  },
  pending_invoice_item_interval: null,
  pending_setup_intent: null,
  pending_update: null,
  schedule: null,
  start_date: given.created,
  status: 'active',
  test_clock: null,
  transfer_data: null,
  trial_end: null,
  trial_settings: {
    end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' },
  },
  trial_start: null,
});

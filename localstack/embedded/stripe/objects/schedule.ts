import type { Subscription, SubscriptionSchedule } from '../model/state.ts';

type Phase = SubscriptionSchedule['phases'][number];

/** The subscription as it is until the end of its period, and with another price from then on. */
export function newSchedule(
  id: string,
  now: number,
  subscription: Subscription,
  price: string,
): SubscriptionSchedule {
  const [item] = subscription.items.data;
  if (item === undefined) throw new Error(`${subscription.id} has no item.`);
  const { current_period_start: start, current_period_end: end } = item;
  const phase = { start_date: start, end_date: end };
  return {
    id,
    object: 'subscription_schedule',
    application: null,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    canceled_at: null,
    completed_at: null,
    created: now,
    current_phase: phase,
    customer: subscription.customer,
    customer_account: null,
    default_settings: {
      application_fee_percent: null,
      billing_cycle_anchor: 'automatic',
      billing_thresholds: null,
      collection_method: 'charge_automatically',
      default_payment_method: null,
      description: null,
      invoice_settings: {
        account_tax_ids: null,
        custom_fields: null,
        days_until_due: null,
        description: null,
        footer: null,
        issuer: { type: 'self' },
      },
      on_behalf_of: null,
      transfer_data: null,
    },
    end_behavior: 'release',
    livemode: false,
    metadata: {},
    pause_schedules: [],
    phases: [
      newPhase(item.price.id, item.quantity ?? 1, phase),
      newPhase(price, item.quantity ?? 1, { start_date: end, end_date: end + (end - start) }),
    ],
    released_at: null,
    released_subscription: null,
    status: 'active',
    subscription: subscription.id,
    test_clock: null,
  };
}

const newPhase = (
  price: string,
  quantity: number,
  dates: Pick<Phase, 'start_date' | 'end_date'>,
): Phase => ({
  add_invoice_items: [],
  application_fee_percent: null,
  billing_cycle_anchor: null,
  billing_thresholds: null,
  collection_method: null,
  currency: 'eur',
  default_payment_method: null,
  default_tax_rates: [],
  description: null,
  discounts: [],
  invoice_settings: null,
  items: [
    {
      billing_thresholds: null,
      discounts: [],
      metadata: {},
      plan: price,
      price,
      quantity,
      tax_rates: [],
    },
  ],
  metadata: {},
  on_behalf_of: null,
  proration_behavior: 'none',
  transfer_data: null,
  trial_end: null,
  ...dates,
});

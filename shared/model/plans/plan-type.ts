/** A subscription adds credits at each payment; a pack adds them once. */
export const PLAN_TYPE = { subscription: 1, credits: 2 } as const;
export type PlanType = (typeof PLAN_TYPE)[keyof typeof PLAN_TYPE];

export const PLAN_INTERVALS = ['once', 'month', 'year'] as const;
export type PlanInterval = (typeof PLAN_INTERVALS)[number];

/** Price of a subscription per payment, in euro cents. */
interface Price {
  readonly interval: PlanInterval;
  readonly cents: number;
}

/**
 * Whether a change to another plan takes effect immediately and is charged in full, or only at the
 * end of the paid period, which applies to a smaller amount or a shorter interval. Stripe's portal
 * is configured likewise (`schedule_at_period_end`,
 * docs.stripe.com/api/customer_portal/configurations/create).
 */
export const planChangeStartsImmediately = (current: Price | undefined, chosen: Price): boolean =>
  current === undefined ||
  (chosen.cents >= current.cents && (chosen.interval === 'year' || current.interval !== 'year'));

/** Reasons that a card issuer gives when it reports a payment as fraud. */
export const FRAUD_TYPES = [
  'card_never_received',
  'fraudulent_card_application',
  'made_with_counterfeit_card',
  'made_with_lost_card',
  'made_with_stolen_card',
  'misc',
  'unauthorized_use_of_card',
] as const;

/** Status of a payment; `given`: the credits were free. */
export const BILLING_STATUSES = [
  'paid',
  'refunded',
  'partially_refunded',
  'disputed',
  'given',
] as const;
export type BillingStatus = (typeof BILLING_STATUSES)[number];

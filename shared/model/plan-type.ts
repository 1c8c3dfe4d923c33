/** A subscription adds credits every month; a pack adds them once. */
export const PLAN_TYPE = { subscription: 1, credits: 2 } as const;
export type PlanType = (typeof PLAN_TYPE)[keyof typeof PLAN_TYPE];

/** How often a plan is paid. */
export const PLAN_INTERVALS = ['once', 'month', 'year'] as const;
export type PlanInterval = (typeof PLAN_INTERVALS)[number];

/** What a subscription costs at each payment, in euro cents. */
interface Price {
  readonly interval: PlanInterval;
  readonly cents: number;
}

/**
 * Whether another plan begins at once and is paid in full, or when the period ends that is paid:
 * so for a smaller amount or a shorter interval, as the portal is set up at Stripe
 * (`schedule_at_period_end`, docs.stripe.com/api/customer_portal/configurations/create).
 */
export const beginsAtOnce = (present: Price | undefined, chosen: Price): boolean =>
  present === undefined ||
  (chosen.cents >= present.cents && (chosen.interval === 'year' || present.interval !== 'year'));

/** What the issuer of a card says of a payment that it reports as fraud. */
export const FRAUD_TYPES = [
  'card_never_received',
  'fraudulent_card_application',
  'made_with_counterfeit_card',
  'made_with_lost_card',
  'made_with_stolen_card',
  'misc',
  'unauthorized_use_of_card',
] as const;

/** What became of a payment; `given`: none was asked for. */
export const BILLING_STATUSES = [
  'paid',
  'refunded',
  'partially_refunded',
  'disputed',
  'given',
] as const;
export type BillingStatus = (typeof BILLING_STATUSES)[number];

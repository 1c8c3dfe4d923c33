/** A subscription adds credits every month; a pack adds them once. */
export const PLAN_TYPE = { subscription: 1, credits: 2 } as const;
export type PlanType = (typeof PLAN_TYPE)[keyof typeof PLAN_TYPE];

/** What became of a payment. */
export const BILLING_STATUSES = ['paid', 'refunded', 'partially_refunded', 'disputed'] as const;
export type BillingStatus = (typeof BILLING_STATUSES)[number];

import type { LowCreditsDeps } from '../low-credits/deps.ts';
import type { DepsOf } from '../platform/container.ts';
import type * as billing from './context.ts';

export type BillingDeps = LowCreditsDeps & DepsOf<typeof billing>;

export type StripeEventDeps = Pick<
  BillingDeps,
  | 'accounts'
  | 'activity'
  | 'adjustments'
  | 'apiKeys'
  | 'billingQueue'
  | 'clock'
  | 'lowBalanceAlerts'
  | 'env'
  | 'ledger'
  | 'log'
  | 'mailQueue'
  | 'outbox'
  | 'stripeEventStore'
  | 'purchases'
  | 'secrets'
  | 'stripe'
>;

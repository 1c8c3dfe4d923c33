import type { LowCreditsDeps } from '../low-credits/deps.ts';
import type { DepsOf } from '../platform/container.ts';
import type * as billing from './context.ts';

/** What the use cases of `billing` may be given: its own dependencies, and those below. */
export type BillingDeps = LowCreditsDeps & DepsOf<typeof billing>;

/** What applies the news of Stripe. */
export type EventDeps = Pick<
  BillingDeps,
  | 'accounts'
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
  | 'processedEvents'
  | 'purchases'
  | 'secrets'
  | 'stripe'
>;

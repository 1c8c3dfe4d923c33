import type { AccountDeps } from '../account/deps.ts';
import type { BillingDeps } from '../billing/deps.ts';
import type { ListsDeps } from '../lists/deps.ts';
import type { DepsOf } from '../platform/container.ts';
import type { FactorsDeps } from '../factors/deps.ts';
import type { WebhooksDeps } from '../webhooks/deps.ts';
import type * as privacy from './context.ts';

export type PrivacyDeps = AccountDeps &
  BillingDeps &
  ListsDeps &
  FactorsDeps &
  WebhooksDeps &
  DepsOf<typeof privacy>;

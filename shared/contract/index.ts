import { accountRoutes } from './account.ts';
import { addressListRoutes } from './address-lists.ts';
import { adminRoutes } from './admin.ts';
import { assistantRoutes } from './assistants.ts';
import { billingRoutes } from './billing.ts';
import { bounceRoutes } from './bounces.ts';
import { checkRoutes } from './checks.ts';
import { connectionRoutes } from './connections.ts';
import { factorRoutes } from './factors.ts';
import { formRoutes } from './forms.ts';
import { keyRoutes } from './keys.ts';
import { listRoutes } from './lists.ts';
import { lowCreditsRoutes } from './low-credits.ts';
import { memberRoutes } from './members.ts';
import { privacyRoutes } from './privacy.ts';
import type { Route } from './route.ts';
import { securityRoutes } from './security.ts';
import { systemRoutes } from './system.ts';
import { usageRoutes } from './usage.ts';
import { webhookRoutes } from './webhooks.ts';

/** A route's name also names its handler file, Lambda function, operation and client method. */
export const contract = {
  ...accountRoutes,
  ...adminRoutes,
  ...assistantRoutes,
  ...billingRoutes,
  ...bounceRoutes,
  ...checkRoutes,
  ...connectionRoutes,
  ...addressListRoutes,
  ...factorRoutes,
  ...formRoutes,
  ...keyRoutes,
  ...listRoutes,
  ...lowCreditsRoutes,
  ...memberRoutes,
  ...privacyRoutes,
  ...securityRoutes,
  ...systemRoutes,
  ...usageRoutes,
  ...webhookRoutes,
} satisfies Record<string, Route>;

export type Contract = typeof contract;
export type RouteName = keyof Contract;

import { accountRoutes } from './account.ts';
import { adminRoutes } from './admin.ts';
import { billingRoutes } from './billing.ts';
import { checkRoutes } from './checks.ts';
import { listRoutes } from './lists.ts';
import { privacyRoutes } from './privacy.ts';
import type { Route } from './route.ts';
import { systemRoutes } from './system.ts';
import { usageRoutes } from './usage.ts';

/**
 * The one table of routes. A name here is the name of a handler file, a Lambda function, an
 * OpenAPI operation and a method of the client.
 */
export const contract = {
  ...accountRoutes,
  ...adminRoutes,
  ...billingRoutes,
  ...checkRoutes,
  ...listRoutes,
  ...privacyRoutes,
  ...systemRoutes,
  ...usageRoutes,
} satisfies Record<string, Route>;

export type Contract = typeof contract;
export type RouteName = keyof Contract;

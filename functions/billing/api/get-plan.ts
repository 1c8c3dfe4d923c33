import { billingRoutes } from '../../../shared/contract/billing.ts';
import { serveRoute } from '../../access/serve-route.ts';
import { clock, env, secrets } from '../../platform/context.ts';
import { listPlans } from '../list-plans.ts';

const needs = { clock, env, secrets };

export const handler = serveRoute(billingRoutes.getPlan, needs, async ({ caller }, parts) => ({
  data: await listPlans(parts, caller.user.id),
}));

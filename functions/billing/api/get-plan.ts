import { billingRoutes } from '../../../shared/contract/billing.ts';
import { serveRoute } from '../../access/serve-route.ts';
import { clock, env, secrets } from '../../platform/context.ts';
import { listPlans } from '../checkout/list-plans.ts';

export const handler = serveRoute(
  billingRoutes.getPlan,
  { clock, env, secrets },
  async ({ caller }, deps) => ({ data: await listPlans(deps, caller.user.id) }),
);

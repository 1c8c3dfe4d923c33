import { billingRoutes } from '../../../shared/contract/billing.ts';
import { serveRoute } from '../../access/serve-route.ts';
import { clock, env, secrets } from '../../platform/context.ts';
import { purchases } from '../context.ts';
import { listBillings } from '../documents/list-billings.ts';

export const handler = serveRoute(
  billingRoutes.billings,
  { clock, env, purchases, secrets },
  async ({ caller, query }, deps) => ({ data: await listBillings(deps, caller.user.id, query) }),
);

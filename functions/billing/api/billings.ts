import { billingRoutes } from '../../../shared/contract/billing.ts';
import { serveRoute } from '../../access/serve-route.ts';
import { clock, env, secrets } from '../../platform/context.ts';
import { purchases } from '../context.ts';
import { listBillings } from '../list-billings.ts';

const needs = { clock, env, purchases, secrets };

export const handler = serveRoute(
  billingRoutes.billings,
  needs,
  async ({ caller, query }, parts) => ({ data: await listBillings(parts, caller.user.id, query) }),
);

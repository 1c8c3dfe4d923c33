import { usageRoutes } from '../../../shared/contract/usage.ts';
import { listUsage } from '../list-usage.ts';
import { clock } from '../../platform/context.ts';
import { ledger } from '../../credits/context.ts';
import { lists } from '../../lists/context.ts';
import { serveRoute } from '../../access/serve-route.ts';

export const handler = serveRoute(
  usageRoutes.usage,
  { clock, ledger, lists },
  async ({ caller, query }, deps) => ({ data: await listUsage(deps, caller.ownerId, query) }),
);

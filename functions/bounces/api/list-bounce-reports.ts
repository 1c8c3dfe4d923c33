import { bounceRoutes } from '../../../shared/contract/bounces.ts';
import { serveRoute } from '../../access/serve-route.ts';
import { lists } from '../../lists/context.ts';
import { reports } from '../context.ts';
import { listReports } from '../describe-report.ts';

export const handler = serveRoute(
  bounceRoutes.listBounceReports,
  { lists, reports },
  async ({ caller, query: { list_id, cursor } }, deps) => ({
    data: await listReports(deps, caller.ownerId, list_id, cursor),
  }),
);

import { bounceRoutes } from '../../../shared/contract/bounces.ts';
import { serveRoute } from '../../access/serve-route.ts';
import { bouncedAddresses, lists } from '../../lists/context.ts';
import { blobs } from '../../platform/context.ts';
import { reports } from '../context.ts';
import { deleteReport } from '../delete-report.ts';

export const handler = serveRoute(
  bounceRoutes.deleteBounceReport,
  { blobs, bouncedAddresses, lists, reports },
  async ({ caller, params }, deps) => {
    await deleteReport(deps, caller.ownerId, params.id);
    return { data: {} };
  },
);

import { bounceRoutes } from '../../../shared/contract/bounces.ts';
import { serveRoute } from '../../access/serve-route.ts';
import { lists } from '../../lists/context.ts';
import { blobs } from '../../platform/context.ts';
import { reports } from '../context.ts';
import { requireReport, getReportRowsPage, toBounceReport } from '../describe-report.ts';

export const handler = serveRoute(
  bounceRoutes.getBounceReport,
  { blobs, lists, reports },
  async ({ caller, params: { id }, query: { subject, cursor } }, deps) => {
    const report = await requireReport(deps, caller.ownerId, id);
    return {
      data: {
        ...toBounceReport(report),
        ...(await getReportRowsPage(deps, report, subject, cursor)),
      },
    };
  },
);

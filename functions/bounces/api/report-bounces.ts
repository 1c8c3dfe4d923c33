import { bounceRoutes } from '../../../shared/contract/bounces.ts';
import { serveRoute } from '../../access/serve-route.ts';
import { lists } from '../../lists/context.ts';
import { blobs, clock, ids, log } from '../../platform/context.ts';
import { bouncesQueue, reports } from '../context.ts';
import { createReport } from '../create-report.ts';
import { toBounceReport } from '../describe-report.ts';

export const handler = serveRoute(
  bounceRoutes.reportBounces,
  { blobs, bouncesQueue, clock, ids, lists, log, reports },
  async ({ caller, body, header }, deps) => {
    const requestKey = header('Idempotency-Key') || deps.ids.token(16);
    const { report, upload } = await createReport(deps, caller.ownerId, body, requestKey);
    deps.log.info('bounces_reported', { report: report.reportId });
    return { data: { ...toBounceReport(report), ...(upload && { upload }) } };
  },
);

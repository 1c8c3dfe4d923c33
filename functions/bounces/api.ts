import { bounceRoutes } from '../../shared/contract/bounces.ts';
import { serveRouteOf } from '../access/serve-route.ts';
import { bouncedAddresses, lists } from '../lists/context.ts';
import { blobs, clock, ids, log } from '../platform/context.ts';
import { reports, outcomes, bouncesQueue } from './context.ts';
import { createReport } from './create-report.ts';
import { deleteReport } from './delete-report.ts';
import {
  requireReport,
  getReportRowsPage,
  toBounceReport,
  listReports,
} from './describe-report.ts';
import { measureAccuracy } from './measure-accuracy.ts';

export const reportBounces = /* @__PURE__ */ serveRouteOf(
  bounceRoutes,
  'reportBounces',
  { blobs, bouncesQueue, clock, ids, lists, log, reports },
  async ({ caller, body, header }, deps) => {
    const requestKey = header('Idempotency-Key') || deps.ids.token(16);
    const { report, upload } = await createReport(deps, caller.ownerId, body, requestKey);
    deps.log.info('bounces_reported', { report: report.reportId });
    return { data: { ...toBounceReport(report), ...(upload && { upload }) } };
  },
);

export const listBounceReports = /* @__PURE__ */ serveRouteOf(
  bounceRoutes,
  'listBounceReports',
  { lists, reports },
  async ({ caller, query: { list_id, cursor } }, deps) => ({
    data: await listReports(deps, caller.ownerId, list_id, cursor),
  }),
);

export const getBounceReport = /* @__PURE__ */ serveRouteOf(
  bounceRoutes,
  'getBounceReport',
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

export const deleteBounceReport = /* @__PURE__ */ serveRouteOf(
  bounceRoutes,
  'deleteBounceReport',
  { blobs, bouncedAddresses, lists, reports },
  async ({ caller, params }, deps) => {
    await deleteReport(deps, caller.ownerId, params.id);
    return { data: {} };
  },
);

export const getAccuracy = /* @__PURE__ */ serveRouteOf(
  bounceRoutes,
  'getAccuracy',
  { outcomes },
  async (_, deps) => ({ data: await measureAccuracy(deps) }),
);

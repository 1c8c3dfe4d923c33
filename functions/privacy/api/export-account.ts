import { privacyRoutes } from '../../../shared/contract/privacy.ts';
import { serveRoute } from '../../access/serve-route.ts';
import { clock, ids } from '../../platform/context.ts';
import { privacyQueue } from '../context.ts';
import { requestExport } from '../request-export.ts';

const needs = { clock, ids, privacyQueue };

export const handler = serveRoute(privacyRoutes.exportAccount, needs, async ({ caller }, parts) => {
  await requestExport(parts, caller.user.id);
  return { data: {} };
});

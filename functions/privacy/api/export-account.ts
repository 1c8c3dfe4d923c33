import { privacyRoutes } from '../../../shared/contract/privacy.ts';
import { serveRoute } from '../../access/serve-route.ts';
import { clock, ids } from '../../platform/context.ts';
import { privacyQueue } from '../context.ts';
import { requestExport } from '../request-export.ts';

export const handler = serveRoute(
  privacyRoutes.exportAccount,
  { clock, ids, privacyQueue },
  async ({ caller }, deps) => {
    await requestExport(deps, caller.user.id);
    return { data: {} };
  },
);

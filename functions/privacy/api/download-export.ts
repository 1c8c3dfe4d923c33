import { privacyRoutes } from '../../../shared/contract/privacy.ts';
import { accounts } from '../../access/context.ts';
import { serveRoute } from '../../access/serve-route.ts';
import { blobs, clock, secrets } from '../../platform/context.ts';
import { createExportDownloadUrl } from '../create-export-download-url.ts';

export const handler = serveRoute(
  privacyRoutes.downloadExport,
  { accounts, blobs, clock, secrets },
  async ({ params, query }, deps) => ({
    kind: 'redirect' as const,
    location: await createExportDownloadUrl(deps, params.id, query.t),
  }),
);

import { privacyRoutes } from '../../../shared/contract/privacy.ts';
import { accounts } from '../../access/context.ts';
import { serveRoute } from '../../access/serve-route.ts';
import { blobs, clock, secrets } from '../../platform/context.ts';
import { openExport } from '../open-export.ts';

const needs = { accounts, blobs, clock, secrets };

export const handler = serveRoute(
  privacyRoutes.downloadExport,
  needs,
  async ({ params, query }, parts) => ({
    kind: 'redirect' as const,
    location: await openExport(parts, params.id, query.t),
  }),
);

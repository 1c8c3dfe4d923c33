import { webhookRoutes } from '../../../shared/contract/webhooks.ts';
import { serveRoute } from '../../access/serve-route.ts';
import { endpoints } from '../context.ts';
import { toEndpointRow } from '../describe.ts';
import { listVisibleEndpoints } from '../require-endpoint.ts';

export const handler = serveRoute(
  webhookRoutes.listEndpoints,
  { endpoints },
  async ({ caller }, deps) => ({
    data: (await listVisibleEndpoints(deps, caller)).map(toEndpointRow),
  }),
);

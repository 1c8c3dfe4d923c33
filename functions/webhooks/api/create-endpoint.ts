import { webhookRoutes } from '../../../shared/contract/webhooks.ts';
import { serveRoute } from '../../access/serve-route.ts';
import { clock, ids } from '../../platform/context.ts';
import { endpoints, endpointUrls } from '../context.ts';
import { createEndpoint } from '../create-endpoint.ts';

export const handler = serveRoute(
  webhookRoutes.createEndpoint,
  { clock, endpoints, endpointUrls, ids },
  async ({ caller, body: { url, events, description = '' } }, deps) => ({
    data: await createEndpoint(deps, { userId: caller.ownerId, url, events, description }),
  }),
);

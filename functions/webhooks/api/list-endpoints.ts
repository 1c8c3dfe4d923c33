import { webhookRoutes } from '../../../shared/contract/webhooks.ts';
import { serveRoute } from '../../access/serve-route.ts';
import { endpoints } from '../context.ts';
import { endpointRow } from '../describe.ts';
import { isVisibleTo } from '../require-endpoint.ts';

export const handler = serveRoute(
  webhookRoutes.listEndpoints,
  { endpoints },
  async ({ caller }, deps) => ({
    data: (await deps.endpoints.list(caller.ownerId, caller.user))
      .filter((each) => isVisibleTo(caller, each))
      .map(endpointRow),
  }),
);

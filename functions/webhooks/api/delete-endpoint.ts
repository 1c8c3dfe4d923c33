import { webhookRoutes } from '../../../shared/contract/webhooks.ts';
import { serveRoute } from '../../access/serve-route.ts';
import { endpoints } from '../context.ts';
import { requireEndpoint } from '../require-endpoint.ts';

export const handler = serveRoute(
  webhookRoutes.deleteEndpoint,
  { endpoints },
  async ({ caller, params }, deps) => {
    const { userId } = await requireEndpoint(deps, caller, params.id);
    await deps.endpoints.delete(userId, params.id);
    return { data: {} };
  },
);

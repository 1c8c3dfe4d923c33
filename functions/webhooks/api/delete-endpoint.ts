import { AppError } from '../../../shared/contract/errors.ts';
import { webhookRoutes } from '../../../shared/contract/webhooks.ts';
import { serveRoute } from '../../access/serve-route.ts';
import { endpoints } from '../context.ts';

export const handler = serveRoute(
  webhookRoutes.deleteEndpoint,
  { endpoints },
  async ({ caller, params }, deps) => {
    if (!(await deps.endpoints.delete(caller.ownerId, params.id))) throw new AppError('not_found');
    return { data: {} };
  },
);

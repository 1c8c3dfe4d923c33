import { AppError } from '../../../shared/contract/errors.ts';
import { webhookRoutes } from '../../../shared/contract/webhooks.ts';
import { serveRoute } from '../../access/serve-route.ts';
import { clock } from '../../platform/context.ts';
import { endpoints } from '../context.ts';
import { endpointRow } from '../describe.ts';

export const handler = serveRoute(
  webhookRoutes.rotateSecret,
  { clock, endpoints },
  async ({ caller, params }, deps) => {
    const opened = await deps.endpoints.rotate(caller.ownerId, params.id, deps.clock.now());
    if (!opened) throw new AppError('not_found');
    return { data: { ...endpointRow(opened.endpoint), secret: opened.secret } };
  },
);

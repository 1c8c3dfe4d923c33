import { AppError } from '../../../shared/contract/errors.ts';
import { webhookRoutes } from '../../../shared/contract/webhooks.ts';
import { serveRoute } from '../../access/serve-route.ts';
import { mailQueue } from '../../mail/context.ts';
import { clock, ids } from '../../platform/context.ts';
import { endpoints } from '../context.ts';
import { toEndpointRow } from '../describe.ts';
import { requireEndpoint } from '../require-endpoint.ts';
import { notifyEndpointOwner } from '../notify-endpoint-owner.ts';

export const handler = serveRoute(
  webhookRoutes.rotateSecret,
  { clock, endpoints, ids, mailQueue },
  async ({ caller, params }, deps) => {
    const endpoint = await requireEndpoint(deps, caller, params.id);
    await notifyEndpointOwner(deps, caller, endpoint, 'secret');
    const rotated = await deps.endpoints.rotate(endpoint.userId, params.id, deps.clock.now());
    if (!rotated) throw new AppError('not_found');
    return { data: { ...toEndpointRow(rotated.endpoint), secret: rotated.secret } };
  },
);

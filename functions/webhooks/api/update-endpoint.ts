import { AppError } from '../../../shared/contract/errors.ts';
import { webhookRoutes } from '../../../shared/contract/webhooks.ts';
import { serveRoute } from '../../access/serve-route.ts';
import { endpoints, endpointUrls } from '../context.ts';
import { readUrl } from '../read-url.ts';
import { endpointRow } from '../describe.ts';

export const handler = serveRoute(
  webhookRoutes.updateEndpoint,
  { endpoints, endpointUrls },
  async ({ caller, params, body: { url, events, description, status } }, deps) => {
    const endpoint = await deps.endpoints.update(caller.ownerId, params.id, {
      ...(url !== undefined && { url: readUrl(deps, url) }),
      ...(events && { events: [...new Set(events)] }),
      ...(description !== undefined && { description }),
      ...(status && { status, failingSince: null }),
    });
    if (!endpoint) throw new AppError('not_found');
    return { data: endpointRow(endpoint) };
  },
);

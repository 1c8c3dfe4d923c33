import { AppError } from '../../../shared/contract/errors.ts';
import { webhookRoutes } from '../../../shared/contract/webhooks.ts';
import { serveRoute } from '../../access/serve-route.ts';
import { mailQueue } from '../../mail/context.ts';
import { clock, ids } from '../../platform/context.ts';
import { endpoints, endpointUrls } from '../context.ts';
import { toEndpointRow } from '../describe.ts';
import { requireEndpoint } from '../require-endpoint.ts';
import { parseEventTypes, parseEndpointUrl } from '../parse-settings.ts';
import { notifyEndpointOwner } from '../notify-endpoint-owner.ts';

export const handler = serveRoute(
  webhookRoutes.updateEndpoint,
  { clock, endpoints, endpointUrls, ids, mailQueue },
  async ({ caller, params, body: { url, events, description, status } }, deps) => {
    const before = await requireEndpoint(deps, caller, params.id);
    const nextUrl = url === undefined ? before.url : parseEndpointUrl(deps, url);
    const change = {
      ...(nextUrl !== before.url && { url: nextUrl, provenAt: undefined, failingSince: null }),
      ...(events && { events: parseEventTypes(before, events) }),
      ...(description !== undefined && { description }),
      ...(status && { status, failingSince: null }),
    };
    const { userId } = before;
    if (nextUrl !== before.url)
      await notifyEndpointOwner(deps, caller, { userId, url: nextUrl }, 'moved');
    const endpoint = await deps.endpoints.update(userId, params.id, change);
    if (!endpoint) throw new AppError('not_found');
    return { data: toEndpointRow(endpoint) };
  },
);

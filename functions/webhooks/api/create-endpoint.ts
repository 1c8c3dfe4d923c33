import { AppError } from '../../../shared/contract/errors.ts';
import { webhookRoutes } from '../../../shared/contract/webhooks.ts';
import { MAX_ENDPOINTS } from '../../../shared/model/webhook.ts';
import { serveRoute } from '../../access/serve-route.ts';
import { mailQueue } from '../../mail/context.ts';
import { clock, ids } from '../../platform/context.ts';
import { endpoints, endpointUrls } from '../context.ts';
import { toEndpointRow } from '../describe.ts';
import { parseEventTypes, parseEndpointUrl } from '../parse-settings.ts';
import { notifyEndpointOwner } from '../notify-endpoint-owner.ts';

export const handler = serveRoute(
  webhookRoutes.createEndpoint,
  { clock, endpoints, endpointUrls, ids, mailQueue },
  async ({ caller, body: { url, events, description = '' } }, deps) => {
    const now = deps.clock.now();
    const keyFields = caller.via === 'key' && {
      key: { hash: caller.keyHash, end: caller.keyEnd, scopes: [...caller.scopes] },
    };
    const newEndpoint = {
      userId: caller.ownerId,
      id: deps.ids.ulid(now),
      url: parseEndpointUrl(deps, url),
      description,
      events: parseEventTypes(keyFields || {}, events),
      createdAt: new Date(now).toISOString(),
      ...keyFields,
    };
    // Check the limit first, so that no email announces an endpoint that cannot be created.
    const isFull = (await deps.endpoints.deleteOrphaned(caller.ownerId)).length >= MAX_ENDPOINTS;
    if (keyFields && !isFull) await notifyEndpointOwner(deps, caller, newEndpoint, 'made');
    const created = isFull ? undefined : await deps.endpoints.create(newEndpoint);
    if (!created) throw new AppError('too_many_endpoints');
    return { data: { ...toEndpointRow(created.endpoint), secret: created.secret } };
  },
);

import { AppError } from '../../../shared/contract/errors.ts';
import { webhookRoutes } from '../../../shared/contract/webhooks.ts';
import { serveRoute } from '../../access/serve-route.ts';
import { clock, ids } from '../../platform/context.ts';
import { endpoints, endpointUrls } from '../context.ts';
import { endpointRow } from '../describe.ts';
import { readUrl } from '../read-url.ts';

export const handler = serveRoute(
  webhookRoutes.createEndpoint,
  { clock, endpoints, endpointUrls, ids },
  async ({ caller, body: { url, events, description = '' } }, deps) => {
    const now = deps.clock.now();
    const opened = await deps.endpoints.create({
      userId: caller.ownerId,
      id: deps.ids.ulid(now),
      url: readUrl(deps, url),
      description,
      events: [...new Set(events)],
      createdAt: new Date(now).toISOString(),
    });
    if (!opened) throw new AppError('too_many_endpoints');
    return { data: { ...endpointRow(opened.endpoint), secret: opened.secret } };
  },
);

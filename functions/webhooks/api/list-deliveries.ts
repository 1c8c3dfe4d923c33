import { webhookRoutes } from '../../../shared/contract/webhooks.ts';
import { serveRoute } from '../../access/serve-route.ts';
import { deliveries, endpoints } from '../context.ts';
import { deliveryRow } from '../describe.ts';
import { findEndpoint } from '../find-endpoint.ts';

const PAGE_SIZE = 50;

export const handler = serveRoute(
  webhookRoutes.listDeliveries,
  { deliveries, endpoints },
  async ({ caller, params: { id }, query: { cursor } }, deps) => {
    await findEndpoint(deps, caller, id);
    const page = await deps.deliveries.page(caller.ownerId, id, cursor, PAGE_SIZE);
    return { data: { ...page, deliveries: page.deliveries.map(deliveryRow) } };
  },
);

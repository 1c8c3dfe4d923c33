import { webhookRoutes } from '../../../shared/contract/webhooks.ts';
import { serveRoute } from '../../access/serve-route.ts';
import { deliveries, endpoints } from '../context.ts';
import { toDeliveryRow } from '../describe.ts';
import { requireEndpoint } from '../require-endpoint.ts';

const PAGE_SIZE = 50;

export const handler = serveRoute(
  webhookRoutes.listDeliveries,
  { deliveries, endpoints },
  async ({ caller, params: { id }, query: { cursor } }, deps) => {
    const { userId } = await requireEndpoint(deps, caller, id);
    const page = await deps.deliveries.page(userId, id, cursor, PAGE_SIZE);
    return { data: { ...page, deliveries: page.deliveries.map(toDeliveryRow) } };
  },
);

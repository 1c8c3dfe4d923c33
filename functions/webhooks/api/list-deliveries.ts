import { AppError } from '../../../shared/contract/errors.ts';
import { webhookRoutes } from '../../../shared/contract/webhooks.ts';
import { serveRoute } from '../../access/serve-route.ts';
import { deliveries, endpoints } from '../context.ts';
import { deliveryRow } from '../describe.ts';

const PAGE_SIZE = 50;

export const handler = serveRoute(
  webhookRoutes.listDeliveries,
  { deliveries, endpoints },
  async ({ caller: { ownerId }, params: { id }, query: { cursor } }, deps) => {
    if (!(await deps.endpoints.get(ownerId, id))) throw new AppError('not_found');
    const page = await deps.deliveries.page(ownerId, id, cursor, PAGE_SIZE);
    return { data: { ...page, deliveries: page.deliveries.map(deliveryRow) } };
  },
);

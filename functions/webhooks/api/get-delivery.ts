import { AppError } from '../../../shared/contract/errors.ts';
import { webhookRoutes } from '../../../shared/contract/webhooks.ts';
import { serveRoute } from '../../access/serve-route.ts';
import { deliveries, endpoints } from '../context.ts';
import { toDeliveryRow } from '../describe.ts';
import { requireEndpoint } from '../require-endpoint.ts';

export const handler = serveRoute(
  webhookRoutes.getDelivery,
  { deliveries, endpoints },
  async ({ caller, params: { id, delivery: deliveryId } }, deps) => {
    const { userId: ownerId } = await requireEndpoint(deps, caller, id);
    const delivery = await deps.deliveries.get(ownerId, id, deliveryId);
    if (!delivery) throw new AppError('not_found');
    const answer = await deps.deliveries.answer(ownerId, id, deliveryId);
    return {
      data: { ...toDeliveryRow(delivery), payload: delivery.payload, answer: answer ?? null },
    };
  },
);

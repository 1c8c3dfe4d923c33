import { webhookRoutes } from '../../../shared/contract/webhooks.ts';
import { serveRoute } from '../../access/serve-route.ts';
import { webhookQueue } from '../../events/context.ts';
import { clock, ids, log } from '../../platform/context.ts';
import { deliveries, endpoints } from '../context.ts';
import { toDeliveryRow } from '../describe.ts';
import { requireEndpoint } from '../require-endpoint.ts';
import { resendDelivery } from '../send-delivery.ts';

export const handler = serveRoute(
  webhookRoutes.sendAgain,
  { clock, deliveries, endpoints, ids, log, webhookQueue },
  async ({ caller, params: { id, delivery } }, deps) => {
    const { userId } = await requireEndpoint(deps, caller, id);
    return { data: toDeliveryRow(await resendDelivery(deps, userId, id, delivery)) };
  },
);

import { webhookRoutes } from '../../../shared/contract/webhooks.ts';
import { serveRoute } from '../../access/serve-route.ts';
import { webhookQueue } from '../../events/context.ts';
import { clock, ids, log } from '../../platform/context.ts';
import { deliveries, endpoints } from '../context.ts';
import { toDeliveryRow } from '../describe.ts';
import { requireEndpoint } from '../require-endpoint.ts';
import { sendTestEvent } from '../send-delivery.ts';

export const handler = serveRoute(
  webhookRoutes.sendTestEvent,
  { clock, deliveries, endpoints, ids, log, webhookQueue },
  async ({ caller, params: { id } }, deps) => {
    const { userId } = await requireEndpoint(deps, caller, id);
    return { data: toDeliveryRow(await sendTestEvent(deps, userId, id)) };
  },
);

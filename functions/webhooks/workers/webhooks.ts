import { webhookMessage } from '../../../shared/messages/webhooks.ts';
import { accounts } from '../../access/context.ts';
import { outbox, webhookQueue } from '../../events/context.ts';
import { mailQueue } from '../../mail/context.ts';
import { clock, env, ids } from '../../platform/context.ts';
import { serveQueue } from '../../platform/queue/serve-queue.ts';
import { deliveries, endpoints, endpointUrls, poster } from '../context.ts';
import { deliver } from '../deliver.ts';
import { handOverEvents } from '../hand-over-events.ts';

export const handler = serveQueue(
  'webhooks',
  webhookMessage,
  {
    accounts,
    clock,
    deliveries,
    endpoints,
    endpointUrls,
    env,
    ids,
    mailQueue,
    outbox,
    poster,
    webhookQueue,
  },
  (message, deps) =>
    message.kind === 'events'
      ? handOverEvents(deps, message.userId)
      : deliver(deps, message.userId, message.endpointId),
);

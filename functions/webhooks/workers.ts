import { webhookMessage } from '../../shared/messages/webhooks.ts';
import { accounts } from '../access/context.ts';
import { outbox, webhookQueue } from '../events/context.ts';
import { mailQueue } from '../mail/context.ts';
import { clock, env, ids } from '../platform/context.ts';
import { serveQueue } from '../platform/queue/serve-queue.ts';
import { serveSchedule } from '../platform/schedule/serve-schedule.ts';
import { deliveries, endpoints, endpointUrls, webhookClient } from './context.ts';
import { deliverWebhooks } from './deliver.ts';
import { dispatchEvents } from './dispatch-events.ts';
import { resendOverdueWebhooks } from './sweep-webhooks.ts';

export const sweepWebhooks = /* @__PURE__ */ serveSchedule(
  'sweepWebhooks',
  { clock, deliveries, outbox, webhookQueue },
  resendOverdueWebhooks,
);

export const webhooks = /* @__PURE__ */ serveQueue(
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
    webhookClient,
    webhookQueue,
  },
  (message, deps) =>
    message.kind === 'events'
      ? dispatchEvents(deps, message.userId)
      : deliverWebhooks(deps, message.userId),
);

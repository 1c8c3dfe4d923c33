import type { WebhookMessage } from '../../shared/messages/webhooks.ts';
import { db, env, ids, sender } from '../platform/context.ts';
import { createUserQueue } from '../platform/sqs/queue.ts';
import { createOutbox } from './adapters/outbox.ts';
import type { Get } from '../platform/container.ts';

export const outbox = (get: Get) => createOutbox(get(db), get(ids));
export const webhookQueue = (get: Get) =>
  createUserQueue<WebhookMessage>(get(sender), get(env).WEBHOOKS_QUEUE_URL);

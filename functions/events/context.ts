import { db, env, ids, sender } from '../platform/context.ts';
import { createOutbox } from './adapters/outbox.ts';
import { createWebhookQueue } from './adapters/webhook-queue.ts';
import type { Get } from '../platform/container.ts';

export const outbox = (get: Get) => createOutbox(get(db), get(ids));
export const webhookQueue = (get: Get) =>
  createWebhookQueue(get(sender), get(env).WEBHOOKS_QUEUE_URL);

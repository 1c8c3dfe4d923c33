import { accounts } from '../access/context.ts';
import { db, env, ids, log, secrets } from '../platform/context.ts';
import type { Get } from '../platform/container.ts';
import { createDeliveries } from './adapters/deliveries.ts';
import { createEndpointUrlNormalizer } from './adapters/endpoint-urls.ts';
import { createEndpoints } from './adapters/endpoints.ts';
import {
  createWebhookClient,
  type HttpClient,
  type WebhookClient,
} from './adapters/webhook-client.ts';

export const endpoints = (get: Get) =>
  createEndpoints(get(db), get(secrets), get(ids), get(accounts), get(log));
export const deliveries = (get: Get) => createDeliveries(get(db));
export const endpointUrls = (get: Get) =>
  createEndpointUrlNormalizer(get(env).WEBHOOKS_ALLOW_PRIVATE);
export const webhookClient = (get: Get): WebhookClient =>
  createWebhookClient({ allowPrivate: get(env).WEBHOOKS_ALLOW_PRIVATE });
/**
 * Creates an HTTP client for other servers that a customer chooses. Its timeout is short, because a
 * person waits.
 */
export const publicHttp = (get: Get): HttpClient =>
  createWebhookClient({ allowPrivate: get(env).WEBHOOKS_ALLOW_PRIVATE, timeoutMs: 5000 });

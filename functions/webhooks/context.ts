import { db, env, ids, secrets } from '../platform/context.ts';
import type { Get } from '../platform/container.ts';
import { createDeliveries } from './adapters/deliveries.ts';
import { createEndpointUrls } from './adapters/endpoint-urls.ts';
import { createEndpoints } from './adapters/endpoints.ts';
import { createPoster } from './adapters/poster.ts';

export const endpoints = (get: Get) => createEndpoints(get(db), get(secrets), get(ids));
export const deliveries = (get: Get) => createDeliveries(get(db));
export const endpointUrls = (get: Get) => createEndpointUrls(get(env).WEBHOOKS_ALLOW_PRIVATE);
export const poster = (get: Get) => createPoster({ allowPrivate: get(env).WEBHOOKS_ALLOW_PRIVATE });

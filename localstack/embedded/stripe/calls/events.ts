import { z } from 'zod';
import { call } from '../http/call.ts';
import { listPage } from '../http/list.ts';
import {
  clearable,
  expand,
  flag,
  isWithin,
  listing,
  mergedMetadata,
  metadata,
  range,
  text,
  url,
} from '../http/parameters.ts';
import { noSuch } from '../http/stripe-error.ts';
import type { State, StoredEvent, WebhookEndpoint } from '../model/state.ts';

/** Events and the endpoints they go to. */

const of = (state: State, id: string): WebhookEndpoint => {
  const endpoint = state.webhookEndpoints[id];
  if (endpoint === undefined) throw noSuch('webhook endpoint', id);
  return endpoint;
};

/** The secret is told once, when the endpoint is made. */
const withoutSecret = ({ secret: _secret, ...endpoint }: WebhookEndpoint): WebhookEndpoint =>
  endpoint;

const isDelivered = (state: State, event: StoredEvent): boolean =>
  state.deliveries.every((delivery) => delivery.event !== event.id || delivery.delivered);

/** `invoice.*` stands for all that begins like it. */
const isOfType = (type: string, wanted: string): boolean =>
  wanted.endsWith('*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted;

export const eventCalls = [
  call(
    'GET',
    '/v1/events',
    z.strictObject({
      ...listing,
      type: text.optional(),
      types: z.array(text).max(20).optional(),
      created: range,
      delivery_success: flag.optional(),
    }),
    ({ state }, { type, types, created, delivery_success, ...page }) => {
      const found = Object.values(state.events).filter(
        (event) =>
          (type === undefined || isOfType(event.type, type)) &&
          (types === undefined || types.some((one) => isOfType(event.type, one))) &&
          isWithin(event.created, created) &&
          (delivery_success === undefined || isDelivered(state, event) === delivery_success),
      );
      return listPage(found, page, '/v1/events');
    },
  ),

  call('GET', '/v1/events/:id', z.strictObject({ expand }), ({ state }, _given, id) => {
    const event = state.events[id];
    if (event === undefined) throw noSuch('event', id);
    return event;
  }),

  call(
    'POST',
    '/v1/webhook_endpoints',
    z.strictObject({
      url,
      enabled_events: z.array(text).min(1),
      api_version: text.optional(),
      description: clearable.max(5000).optional(),
      metadata: metadata.optional(),
      expand,
    }),
    (world, given) => {
      const endpoint: WebhookEndpoint = {
        id: world.newId('we'),
        object: 'webhook_endpoint',
        api_version: given.api_version ?? null,
        application: null,
        created: world.now(),
        description: given.description || null,
        enabled_events: given.enabled_events,
        livemode: false,
        metadata: mergedMetadata({}, given.metadata),
        secret: world.webhookSecret ?? world.newId('whsec'),
        status: 'enabled',
        url: given.url,
      };
      world.state.webhookEndpoints[endpoint.id] = endpoint;
      return endpoint;
    },
  ),

  call('GET', '/v1/webhook_endpoints', z.strictObject(listing), ({ state }, page) => {
    const found = Object.values(state.webhookEndpoints);
    return listPage(found.map(withoutSecret), page, '/v1/webhook_endpoints');
  }),

  call('GET', '/v1/webhook_endpoints/:id', z.strictObject({ expand }), ({ state }, _given, id) =>
    withoutSecret(of(state, id)),
  ),

  call(
    'POST',
    '/v1/webhook_endpoints/:id',
    z.strictObject({
      url: url.optional(),
      enabled_events: z.array(text).min(1).optional(),
      description: clearable.optional(),
      disabled: flag.optional(),
      metadata: metadata.optional(),
      expand,
    }),
    ({ state }, given, id) => {
      const endpoint = of(state, id);
      endpoint.url = given.url ?? endpoint.url;
      endpoint.enabled_events = given.enabled_events ?? endpoint.enabled_events;
      if (given.description !== undefined) endpoint.description = given.description || null;
      if (given.disabled !== undefined) endpoint.status = given.disabled ? 'disabled' : 'enabled';
      endpoint.metadata = mergedMetadata(endpoint.metadata, given.metadata);
      return withoutSecret(endpoint);
    },
  ),

  call('DELETE', '/v1/webhook_endpoints/:id', z.strictObject({}), ({ state }, _given, id) => {
    of(state, id);
    delete state.webhookEndpoints[id];
    return { id, object: 'webhook_endpoint', deleted: true };
  }),
];

import * as z from 'zod/mini';
import {
  DELIVERY_STATUS,
  ENDPOINT_STATUS,
  EVENT_TYPES,
  MAX_ENDPOINT_URL_LENGTH,
} from '../model/webhook.ts';
import { count, emptyResponse, envelope, id, required, timestamp } from './fields.ts';
import { defineRoutes } from './route.ts';

const params = z.object({ id: id() });
const deliveryParams = z.extend(params, { delivery: id() });

const events = () =>
  z
    .array(z.enum(EVENT_TYPES), { error: 'field.required' })
    .check(z.minLength(1, { error: 'field.required' }));
const description = () => z.string().check(z.maxLength(200, { error: 'field.too_long' }));
/** Only limits the length: the use case validates the URL. */
const url = () =>
  required().check(z.maxLength(MAX_ENDPOINT_URL_LENGTH, { error: 'field.too_long' }));

export const endpoint = z.object({
  id: z.string(),
  url: z.url(),
  description: z.string(),
  events: z.array(z.enum(EVENT_TYPES)),
  status: z.enum(ENDPOINT_STATUS),
  created_at: timestamp(),
  /** Origin: `web`, or the last four characters of the key whose deletion deletes the endpoint. */
  made_by: z.string(),
  /** Start of the current series of failed deliveries; null while deliveries succeed. */
  failing_since: z.nullable(timestamp()),
});
export type Endpoint = z.infer<typeof endpoint>;

/** An endpoint with its signing secret, which only the calls that create the secret return. */
export const withSecret = z.extend(endpoint, { secret: z.string() });

export const delivery = z.object({
  /** Id of the event, which receivers see as `webhook-id`. */
  id: z.string(),
  type: z.string(),
  created_at: timestamp(),
  status: z.enum(DELIVERY_STATUS),
  attempts: count(),
  next_attempt_at: z.nullable(timestamp()),
  /** The last attempt; null before the first attempt. */
  last: z.nullable(
    z.object({
      at: timestamp(),
      ms: count(),
      /** HTTP status of the response; null if there was none. */
      status: z.nullable(z.int()),
      /** Why there was no response; null if there was a response. */
      error: z.nullable(z.string()),
    }),
  ),
});
export type Delivery = z.infer<typeof delivery>;

export const deliveryDetail = z.extend(delivery, {
  /** The signed request body. */
  payload: z.string(),
  /** First 4 KB of the last response body; kept only for the newest deliveries. */
  answer: z.nullable(z.string()),
});
export type DeliveryDetail = z.infer<typeof deliveryDetail>;

const endpointMutation = {
  auth: 'customer-or-key',
  scope: 'webhooks',
  limit: 'endpoint_user',
  params,
} as const;

export const webhookRoutes = defineRoutes('webhooks', {
  listEndpoints: {
    method: 'GET',
    path: '/api/webhooks',
    auth: 'customer-or-key',
    scope: 'read',
    output: envelope(z.array(endpoint)),
  },

  createEndpoint: {
    method: 'POST',
    path: '/api/webhooks',
    auth: 'customer-or-key',
    scope: 'webhooks',
    limit: 'endpoint_user',
    body: z.object({ url: url(), events: events(), description: z.optional(description()) }),
    output: envelope(withSecret),
    errors: ['too_many_endpoints'],
  },

  updateEndpoint: {
    method: 'POST',
    path: '/api/webhooks/{id}',
    ...endpointMutation,
    body: z
      .object({
        url: z.optional(url()),
        events: z.optional(events()),
        description: z.optional(description()),
        /** `on` also resets the status `failing`. */
        status: z.optional(z.enum(['on', 'off'])),
      })
      .check(
        z.refine((change) => Object.values(change).some((value) => value !== undefined), {
          path: ['status'],
          error: 'field.required',
        }),
      ),
    output: envelope(endpoint),
    errors: ['not_found'],
  },

  rotateSecret: {
    method: 'POST',
    path: '/api/webhooks/{id}/secret',
    ...endpointMutation,
    output: envelope(withSecret),
    errors: ['not_found'],
  },

  sendTestEvent: {
    method: 'POST',
    path: '/api/webhooks/{id}/test',
    ...endpointMutation,
    output: envelope(delivery),
    errors: ['not_found', 'wrong_state'],
  },

  listDeliveries: {
    method: 'GET',
    path: '/api/webhooks/{id}/deliveries',
    auth: 'customer-or-key',
    scope: 'read',
    limit: 'poll_user',
    params,
    query: z.object({
      /** `next` of the previous page. */
      cursor: z.optional(z.string().check(z.regex(/^[0-9A-Z]{26}$/))),
    }),
    output: envelope(
      z.object({
        deliveries: z.array(delivery),
        /** Null at the end. */
        next: z.nullable(z.string()),
      }),
    ),
    errors: ['not_found'],
  },

  getDelivery: {
    method: 'GET',
    path: '/api/webhooks/{id}/deliveries/{delivery}',
    auth: 'customer-or-key',
    scope: 'read',
    limit: 'poll_user',
    params: deliveryParams,
    output: envelope(deliveryDetail),
    errors: ['not_found'],
  },

  sendAgain: {
    method: 'POST',
    path: '/api/webhooks/{id}/deliveries/{delivery}',
    auth: 'customer-or-key',
    scope: 'webhooks',
    params: deliveryParams,
    output: envelope(delivery),
    errors: ['not_found', 'wrong_state'],
  },

  deleteEndpoint: {
    method: 'DELETE',
    path: '/api/webhooks/{id}',
    auth: 'customer-or-key',
    scope: 'webhooks',
    params,
    output: emptyResponse(),
    errors: ['not_found'],
  },
});

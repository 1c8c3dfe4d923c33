import * as z from 'zod/mini';
import {
  DELIVERY_STATUS,
  ENDPOINT_STATUS,
  EVENT_TYPES,
  MAX_ENDPOINT_URL_LENGTH,
} from '../model/webhook.ts';
import {
  count,
  emptyResponse,
  envelope,
  flag,
  id,
  isVisible,
  requiredText,
  text,
  timestamp,
} from './fields.ts';
import { defineRoutes } from './route.ts';

const params = z.object({ id: id('Id of the endpoint') });
const deliveryParams = z.extend(params, { delivery: id('Id of the delivery') });

const events = () =>
  z
    .array(z.enum(EVENT_TYPES), { error: 'field.required' })
    .check(
      z.minLength(1, { error: 'field.required' }),
      z.describe('Events that are sent to the endpoint'),
    );
const description = () =>
  z
    .string()
    .check(
      z.maxLength(200, { error: 'field.too_long', abort: true }),
      z.refine(isVisible),
      z.describe('Your note about the endpoint'),
    );
/** Only the length is limited here, because the handler validates the URL. */
const url = () =>
  requiredText().check(
    z.maxLength(MAX_ENDPOINT_URL_LENGTH, { error: 'field.too_long' }),
    z.describe('URL that receives the events, such as `https://hooks.customer.test/tamis`'),
  );

export const endpoint = z.object({
  id: text('Id of the endpoint'),
  url: z.url().check(z.describe('URL that receives the events')),
  description: text('Your note about the endpoint; empty if there is none'),
  events: z.array(z.enum(EVENT_TYPES)).check(z.describe('Events that are sent to the endpoint')),
  status: z
    .enum(ENDPOINT_STATUS)
    .check(
      z.describe(
        '`off` if you turned it off, `failing` after three days without a successful delivery',
      ),
    ),
  created_at: timestamp('Time of creation'),
  made_by: text(
    'Origin: `web`, or the last four characters of the API key with which it is deleted',
  ),
  test: flag('Whether it receives only the events of the test key'),
  failing_since: z.nullable(
    timestamp('Start of the current series of failed deliveries; null while deliveries succeed'),
  ),
});
export type Endpoint = z.infer<typeof endpoint>;

export const endpointWithSecret = z.extend(endpoint, {
  secret: text('Secret that signs the events, `whsec_…`; returned only once'),
});

export const delivery = z.object({
  id: text('Id of the event, which receivers see as `webhook-id`'),
  type: text('Type of the event, such as `list.finished`'),
  created_at: timestamp('Time of the event'),
  status: z
    .enum(DELIVERY_STATUS)
    .check(z.describe('`waiting` for the next attempt, `delivered`, or finally `failed`')),
  attempts: count('Attempts so far'),
  next_attempt_at: z.nullable(timestamp('Time of the next attempt; null if there is none')),
  last: z
    .nullable(
      z.object({
        at: timestamp('Time of the attempt'),
        ms: count('Duration in milliseconds'),
        status: z.nullable(
          z.int().check(z.describe('HTTP status of the response; null if there was none')),
        ),
        error: z.nullable(text('Why there was no response; null if there was one')),
      }),
    )
    .check(z.describe('The last attempt; null before the first attempt')),
});
export type Delivery = z.infer<typeof delivery>;

export const deliveryDetail = z.extend(delivery, {
  payload: text('The signed request body'),
  answer: z.nullable(
    text('First 4 KB of the last response body; kept only for the newest deliveries'),
  ),
});
export type DeliveryDetail = z.infer<typeof deliveryDetail>;

const endpointMutation = {
  auth: 'customer-or-key',
  scope: 'webhooks',
  role: 'admin',
  limit: 'endpoint_user',
  params,
} as const;

export const webhookRoutes = defineRoutes('webhooks', {
  listEndpoints: {
    method: 'GET',
    path: '/api/webhooks',
    auth: 'customer-or-key',
    scope: 'read',
    role: 'admin',
    output: envelope(z.array(endpoint)),
  },

  createEndpoint: {
    method: 'POST',
    path: '/api/webhooks',
    auth: 'customer-or-key',
    scope: 'webhooks',
    role: 'admin',
    limit: 'endpoint_user',
    sensitive: 'always',
    body: z.object({ url: url(), events: events(), description: z.optional(description()) }),
    output: envelope(endpointWithSecret),
    errors: ['too_many_endpoints'],
  },

  updateEndpoint: {
    method: 'POST',
    path: '/api/webhooks/{id}',
    ...endpointMutation,
    sensitive: 'always',
    body: z
      .object({
        url: z.optional(url()),
        events: z.optional(events()),
        description: z.optional(description()),
        status: z
          .optional(z.enum(['on', 'off']))
          .check(z.describe('`on` or `off`; `on` also resets the status `failing`')),
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
    sensitive: 'always',
    output: envelope(endpointWithSecret),
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
    role: 'admin',
    limit: 'poll_user',
    params,
    query: z.object({
      cursor: z
        .optional(z.string().check(z.regex(/^[0-9A-Z]{26}$/)))
        .check(z.describe('`next` of the previous page')),
    }),
    output: envelope(
      z.object({
        deliveries: z.array(delivery).check(z.describe('Deliveries, newest first')),
        next: z.nullable(text('Cursor of the next page; null on the last page')),
      }),
    ),
    errors: ['not_found'],
  },

  getDelivery: {
    method: 'GET',
    path: '/api/webhooks/{id}/deliveries/{delivery}',
    auth: 'customer-or-key',
    scope: 'read',
    role: 'admin',
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
    role: 'admin',
    params: deliveryParams,
    output: envelope(delivery),
    errors: ['not_found', 'wrong_state'],
  },

  deleteEndpoint: {
    method: 'DELETE',
    path: '/api/webhooks/{id}',
    auth: 'customer-or-key',
    scope: 'webhooks',
    role: 'admin',
    params,
    output: emptyResponse(),
    errors: ['not_found'],
  },
});

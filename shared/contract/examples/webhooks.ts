import { eventExamples } from './events.ts';
import type { ExamplesOf } from './example.ts';
import type { webhookRoutes } from '../webhooks.ts';

const params = { id: '01KAJ5B2Y7C4D6F8G0H1J3K5M7' };
const deliveryParams = { ...params, delivery: '01KAJ6Z9N8P7Q6R5S4T3V2W1X0' };

const endpoint = {
  id: params.id,
  url: 'https://hooks.customer.test/tamis',
  description: 'Order system',
  events: ['list.finished' as const, 'credits.low' as const],
  status: 'on' as const,
  created_at: '2026-11-21T09:00:00.000Z',
  made_by: 'web',
  test: false,
  failing_since: null,
};
const withSecret = { ...endpoint, secret: 'whsec_V2hhdCBhIHNlY3JldCBpcyBnb29kIGZvciwgMzIhIQ==' };

const delivery = {
  id: deliveryParams.delivery,
  type: 'list.finished',
  created_at: '2026-11-21T09:41:10.000Z',
  status: 'delivered' as const,
  attempts: 1,
  next_attempt_at: null,
  last: { at: '2026-11-21T09:41:11.000Z', ms: 84, status: 200, error: null },
};

const waiting = {
  ...delivery,
  status: 'waiting' as const,
  attempts: 0,
  next_attempt_at: '2026-11-21T09:41:10.000Z',
  last: null,
};

export const webhookExamples = {
  listEndpoints: {
    summary: 'Your endpoints, to which events are sent',
    notes: 'A key only sees the endpoints it created.',
    response: { data: [endpoint] },
    otherResponses: {
      failing: {
        data: [{ ...endpoint, status: 'failing', failing_since: '2026-11-21T09:41:11.000Z' }],
      },
    },
  },

  createEndpoint: {
    summary: 'Send events to a URL; the signing secret is only shown once',
    notes:
      'The URL starts with `https://` and a public host, without a user name or fragment. An account can have ten endpoints. An endpoint created with a key only receives events that the scopes of the key can read, never payment events, and is deleted with the key.',
    body: { url: endpoint.url, events: endpoint.events, description: endpoint.description },
    response: { data: withSecret },
  },

  updateEndpoint: {
    summary: 'Change an endpoint, or turn it off and on',
    params,
    body: { events: endpoint.events, status: 'on' as const },
    response: { data: endpoint },
  },

  rotateSecret: {
    summary: 'Create a new secret; it is only shown once',
    notes: 'For 24 hours, deliveries also have a signature by the previous secret.',
    params,
    response: { data: withSecret },
  },

  sendTestEvent: {
    summary: 'Send an event of the type `webhook.test`',
    notes: 'If the endpoint is not `on`, the call is rejected with `wrong_state`.',
    params,
    response: { data: { ...waiting, type: 'webhook.test' } },
  },

  listDeliveries: {
    summary: 'Deliveries to an endpoint in the last 30 days, newest first, fifty per page',
    notes: 'Pass `next` as `cursor` until it is null.',
    params,
    query: { cursor: delivery.id },
    response: { data: { deliveries: [delivery], next: delivery.id } },
    otherResponses: {
      unreachable: {
        data: {
          deliveries: [
            {
              ...waiting,
              attempts: 3,
              last: { ...delivery.last, ms: 10_000, status: null, error: 'timeout' },
            },
          ],
          next: null,
        },
      },
    },
  },

  getDelivery: {
    summary: 'A delivery with its request and response',
    params: deliveryParams,
    response: {
      data: {
        ...delivery,
        payload: JSON.stringify({
          type: 'list.finished',
          timestamp: delivery.created_at,
          data: eventExamples['list.finished'],
        }),
        answer: 'ok',
      },
    },
  },

  sendAgain: {
    summary: 'Send a delivery again, with the same id and body',
    notes: 'If the endpoint is not `on`, the call is rejected with `wrong_state`.',
    params: deliveryParams,
    response: { data: { ...waiting, attempts: 1, last: delivery.last } },
  },

  deleteEndpoint: {
    summary: 'Delete an endpoint and its pending deliveries',
    params,
    response: { data: {} },
  },
} satisfies ExamplesOf<typeof webhookRoutes>;

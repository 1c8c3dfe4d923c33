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
    summary: 'Your endpoints: where events are sent',
    notes: 'A key sees those that it has made, and no others.',
    response: { data: [endpoint] },
  },

  createEndpoint: {
    summary: 'Have events sent to a URL; the secret that signs them is shown this once',
    notes:
      'The URL begins with `https://` and names a host that the internet reaches, without a user or a fragment. There may be ten endpoints. A key is told only of what its scopes let it read, and never of payments. Its endpoints end with it. A test key has endpoints of its own, which are told of its lists.',
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
    summary: 'Make a new secret, shown this once',
    notes:
      'For 24 hours each delivery also carries a signature by the secret before, so a receiver may change at any moment.',
    params,
    response: { data: withSecret },
  },

  sendTestEvent: {
    summary: 'Send an event of the type `webhook.test`',
    notes: 'An endpoint that is not `on` is sent nothing: `wrong_state`.',
    params,
    response: { data: { ...waiting, type: 'webhook.test' } },
  },

  listDeliveries: {
    summary: 'What was sent to an endpoint in the last 30 days, the newest first, fifty a page',
    notes: 'Pass `next` as `cursor` until it is null.',
    params,
    query: { cursor: delivery.id },
    response: { data: { deliveries: [delivery], next: null } },
  },

  getDelivery: {
    summary: 'One delivery, with what was sent and the answer to it',
    params: deliveryParams,
    response: {
      data: {
        ...delivery,
        payload: '{"type":"list.finished","timestamp":"2026-11-21T09:41:10.000Z","data":{}}',
        answer: 'ok',
      },
    },
  },

  sendAgain: {
    summary: 'Send a delivery again, with the same id and body',
    notes: 'An endpoint that is not `on` is sent nothing: `wrong_state`.',
    params: deliveryParams,
    response: { data: { ...waiting, attempts: 1, last: delivery.last } },
  },

  deleteEndpoint: {
    summary: 'Delete an endpoint with what still waits for it',
    params,
    response: { data: {} },
  },
} satisfies ExamplesOf<typeof webhookRoutes>;

import { type RequestFunction, paginate, type Options } from './call.ts';
import type { Delivery, DeliveryDetail, Endpoint, EndpointSettings, EventType } from './types.ts';

/** Every call rejects with a TamisError on failure. */
export interface Webhooks {
  /** Creates an endpoint. Store its signing secret, because no other call returns it. */
  create(
    endpoint: { readonly url: string; readonly events: EventType[]; readonly description?: string },
    options?: Options,
  ): Promise<Endpoint & { readonly secret: string }>;
  /** The endpoints that were created with this API key. */
  all(options?: Options): Promise<readonly Endpoint[]>;
  /** Changes an endpoint, or turns it off and on. */
  update(id: string, settings: EndpointSettings, options?: Options): Promise<Endpoint>;
  /** Deletes an endpoint and its pending deliveries. */
  delete(id: string, options?: Options): Promise<void>;
  /** Replaces the secret. For a day, events are also signed with the previous secret. */
  rotateSecret(id: string, options?: Options): Promise<Endpoint & { readonly secret: string }>;
  /** Sends a `webhook.test` event to an endpoint. */
  test(id: string, options?: Options): Promise<Delivery>;
  /** Deliveries to an endpoint, newest first. */
  deliveries(id: string, options?: Options): AsyncGenerator<Delivery, void, undefined>;
  /** A delivery with its request and response. */
  delivery(id: string, delivery: string, options?: Options): Promise<DeliveryDetail>;
  /** Redelivers an event. */
  sendAgain(id: string, delivery: string, options?: Options): Promise<Delivery>;
}

const pathOf = (...parts: string[]): string =>
  ['/api/webhooks', ...parts.map(encodeURIComponent)].join('/');

export const createWebhooks = (request: RequestFunction): Webhooks => ({
  create: (endpoint, options) => request('POST', pathOf(), options, { body: endpoint }),
  all: (options) => request('GET', pathOf(), options),
  update: (id, settings, options) =>
    request('POST', pathOf(id), options, { body: settings, repeatable: true }),
  delete: (id, options) => request('DELETE', pathOf(id), options),
  rotateSecret: (id, options) => request('POST', pathOf(id, 'secret'), options),
  test: (id, options) => request('POST', pathOf(id, 'test'), options),
  deliveries: (id, options) => paginate(request, pathOf(id, 'deliveries'), 'deliveries', options),
  delivery: (id, delivery, options) => request('GET', pathOf(id, 'deliveries', delivery), options),
  sendAgain: (id, delivery, options) =>
    request('POST', pathOf(id, 'deliveries', delivery), options),
});

import { type Ask, everyRow, type Options } from './call.ts';
import type { Delivery, DeliveryDetail, Endpoint, EndpointSettings, EventType } from './types.ts';

/** Each call rejects with a TamisError where it fails. */
export interface Webhooks {
  /** Has events sent to a URL. The secret that proves them is shown this once. */
  create(
    endpoint: { readonly url: string; readonly events: EventType[]; readonly description?: string },
    options?: Options,
  ): Promise<Endpoint & { readonly secret: string }>;
  all(options?: Options): Promise<readonly Endpoint[]>;
  update(id: string, settings: EndpointSettings, options?: Options): Promise<Endpoint>;
  delete(id: string, options?: Options): Promise<void>;
  /** A new secret. For a day, events are signed with the former one too. */
  rotateSecret(id: string, options?: Options): Promise<Endpoint & { readonly secret: string }>;
  /** Sends `webhook.test` to one endpoint. */
  test(id: string, options?: Options): Promise<Delivery>;
  /** What was sent to an endpoint, the newest first. */
  deliveries(id: string, options?: Options): AsyncGenerator<Delivery, void, undefined>;
  /** One delivery with what was sent and what was answered. */
  delivery(id: string, delivery: string, options?: Options): Promise<DeliveryDetail>;
  /** Sends an event once more. */
  sendAgain(id: string, delivery: string, options?: Options): Promise<Delivery>;
}

const pathOf = (...parts: string[]): string =>
  ['/api/webhooks', ...parts.map(encodeURIComponent)].join('/');

export const createWebhooks = (ask: Ask): Webhooks => ({
  create: (endpoint, options) => ask('POST', pathOf(), options, { body: endpoint }),
  all: (options) => ask('GET', pathOf(), options),
  update: (id, settings, options) =>
    ask('POST', pathOf(id), options, { body: settings, repeatable: true }),
  delete: (id, options) => ask('DELETE', pathOf(id), options),
  rotateSecret: (id, options) => ask('POST', pathOf(id, 'secret'), options),
  test: (id, options) => ask('POST', pathOf(id, 'test'), options),
  deliveries: (id, options) => everyRow(ask, pathOf(id, 'deliveries'), 'deliveries', options),
  delivery: (id, delivery, options) => ask('GET', pathOf(id, 'deliveries', delivery), options),
  sendAgain: (id, delivery, options) => ask('POST', pathOf(id, 'deliveries', delivery), options),
});

import { publicExamples } from '../../shared/contract/examples/public-examples.ts';
import type { RouteName } from '../../shared/contract/index.ts';
import type { WireCall } from './wire.ts';

export const WEBHOOK_ENDPOINT_ROUTES = [
  'createEndpoint',
  'updateEndpoint',
  'rotateSecret',
  'sendTestEvent',
  'listDeliveries',
  'getDelivery',
  'sendAgain',
  'deleteEndpoint',
] as const satisfies readonly RouteName[];

/** Makes all calls of an endpoint's life cycle; `done` makes a call that must succeed. */
export async function exerciseWebhookEndpointRoutes(
  done: (name: RouteName, given: WireCall) => Promise<Readonly<Record<string, unknown>>>,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  // Nothing listens on this port, so the request does not leave this machine.
  const body = { ...publicExamples.createEndpoint.body, url: 'http://127.0.0.1:1/' };
  const { id } = await done('createEndpoint', { headers, body });
  const endpoint = { headers, params: { id: String(id) } };
  for (const name of ['listDeliveries', 'rotateSecret'] as const) await done(name, endpoint);
  await done('updateEndpoint', { ...endpoint, body: publicExamples.updateEndpoint.body });
  const { id: event } = await done('sendTestEvent', endpoint);
  const delivery = { headers, params: { ...endpoint.params, delivery: String(event) } };
  for (const name of ['getDelivery', 'sendAgain'] as const) await done(name, delivery);
  await done('deleteEndpoint', endpoint);
}

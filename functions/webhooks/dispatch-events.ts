import type { LogFields } from '../platform/log.ts';
import type { WebhooksDeps } from './deps.ts';
import { serializeEventPayload } from './rules/delivery.ts';
import { mayReceiveEvent } from './rules/endpoint.ts';

type DispatchEventsDeps = Pick<
  WebhooksDeps,
  'deliveries' | 'endpoints' | 'outbox' | 'webhookQueue'
>;

/**
 * Creates a delivery of each event for each subscribed endpoint. One transaction per event adds the
 * deliveries and deletes the event, so that concurrent calls dispatch it only once.
 */
export async function dispatchEvents(deps: DispatchEventsDeps, userId: string): Promise<LogFields> {
  const { deliveries, endpoints, outbox, webhookQueue } = deps;
  const targetIds = new Set<string>();
  const events = await Array.fromAsync(outbox.listForUser(userId));
  // Read the endpoints after the events, so that an event reaches all endpoints that were created
  // before the event.
  const activeEndpoints = (await endpoints.deleteOrphaned(userId)).filter(
    ({ status }) => status === 'on',
  );
  for (const event of events) {
    const { id, type, subject, data, at, endpointId } = event;
    const targets = activeEndpoints.filter(
      (each) =>
        mayReceiveEvent(each, type) &&
        (endpointId === undefined
          ? each.events.some((subscribed) => subscribed === type)
          : each.id === endpointId),
    );
    const payload = serializeEventPayload(type, at, data);
    const newDeliveries = targets.map((each) => ({
      endpointId: each.id,
      id,
      type,
      subject,
      payload,
      at,
    }));
    await deliveries.add(userId, newDeliveries, [outbox.removeWrite(event)]);
    for (const each of targets) targetIds.add(each.id);
  }
  // One message is enough: a run covers all endpoints of the account.
  const [endpointId] = targetIds;
  if (endpointId !== undefined)
    await webhookQueue.send([{ kind: 'endpoint', v: 1, userId, endpointId }]);
  return { user: userId, events: events.length, endpoints: targetIds.size };
}

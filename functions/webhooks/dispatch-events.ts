import type { LogFields } from '../platform/log.ts';
import type { WebhooksDeps } from './deps.ts';
import { payloadOf } from './rules/delivery.ts';
import { mayTake } from './rules/endpoint.ts';

type DispatchDeps = Pick<WebhooksDeps, 'deliveries' | 'endpoints' | 'outbox' | 'webhookQueue'>;

/**
 * Creates a delivery of each event for each subscribed endpoint. One transaction adds the
 * deliveries and removes the event, so that an event is dispatched once, even concurrently.
 */
export async function dispatchEvents(deps: DispatchDeps, userId: string): Promise<LogFields> {
  const { deliveries, endpoints, outbox, webhookQueue } = deps;
  const on = (await endpoints.deleteEnded(userId)).filter(({ status }) => status === 'on');
  const touched = new Set<string>();
  let events = 0;
  for await (const event of outbox.listForUser(userId)) {
    const { id, type, subject, data, at, endpointId } = event;
    const targets = on.filter(
      (each) =>
        mayTake(each, type) &&
        (endpointId === undefined
          ? each.events.some((taken) => taken === type)
          : each.id === endpointId),
    );
    const payload = payloadOf(type, at, data);
    const added = targets.map((each) => ({ endpointId: each.id, id, type, subject, payload, at }));
    await deliveries.add(userId, added, [outbox.removeWrite(event)]);
    for (const each of targets) touched.add(each.id);
    events += 1;
  }
  // A run covers all endpoints of an account.
  const [endpointId] = touched;
  if (endpointId !== undefined)
    await webhookQueue.send([{ kind: 'endpoint', v: 1, userId, endpointId }]);
  return { user: userId, events, endpoints: touched.size };
}

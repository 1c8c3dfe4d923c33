import { API_VERSION, type State, type StoredEvent, type WebhookEndpoint } from '../model/state.ts';

/**
 * Retention of events: thirty days (docs.stripe.com/api/events) plus an hour. Without the hour, an
 * event could disappear between two pages of a list after a test advances the clock by thirty days.
 */
export const EVENT_RETENTION_SECONDS = 30 * 86_400 + 3600;

/** Stores an event and its deliveries. @param sendAt real time in milliseconds */
export function recordEvent(
  state: State,
  event: Pick<StoredEvent, 'id' | 'type' | 'created'>,
  object: object,
  sendAt: number,
): void {
  deleteExpired(state, event.created);
  const endpoints = Object.values(state.webhookEndpoints).filter((endpoint) =>
    isSubscribed(endpoint, event.type),
  );
  state.events[event.id] = {
    ...event,
    object: 'event',
    api_version: API_VERSION,
    data: { object: structuredClone(object) },
    livemode: false,
    pending_webhooks: endpoints.length,
    request: null,
  };
  for (const { id: endpoint } of endpoints) {
    const delivery = { attempts: 0, nextAt: sendAt, delivered: false };
    state.deliveries.push({ event: event.id, endpoint, ...delivery });
  }
}

const isSubscribed = ({ enabled_events, status }: WebhookEndpoint, type: string): boolean =>
  status === 'enabled' && (enabled_events.includes('*') || enabled_events.includes(type));

function deleteExpired(state: State, now: number): void {
  const expired = new Set<string>();
  for (const event of Object.values(state.events)) {
    if (now - event.created <= EVENT_RETENTION_SECONDS) break;
    const isPending = state.deliveries.some(
      ({ event: eventId, nextAt }) => eventId === event.id && nextAt,
    );
    if (!isPending) expired.add(event.id);
  }
  if (expired.size === 0) return;
  for (const id of expired) delete state.events[id];
  state.deliveries = state.deliveries.filter(({ event }) => !expired.has(event));
}

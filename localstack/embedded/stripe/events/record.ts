import type { EventType, State, StoredEvent, WebhookEndpoint } from '../model/state.ts';
import { API_VERSION } from '../model/version.ts';

const KEPT_SECONDS = 30 * 86_400;

interface EventOf {
  readonly id: string;
  readonly type: EventType;
  readonly object: object;
  readonly previous: object | undefined;
  /** Seconds on the clock of the fake. */
  readonly created: number;
  /** Of the request that caused it. */
  readonly idempotencyKey: string | null;
  readonly requestId: string | null;
  /** Real milliseconds at which it may be sent, or null for never. */
  readonly sendAt: number | null;
  readonly apiVersion?: string | undefined;
}

/** Keeps an event for thirty days, with one delivery for each endpoint that asked for its type. */
export function recordEvent(state: State, given: EventOf): StoredEvent {
  forgetOld(state, given.created);
  const endpoints = Object.values(state.webhookEndpoints).filter((endpoint) =>
    wants(endpoint, given.type),
  );
  const event: StoredEvent = {
    id: given.id,
    object: 'event',
    api_version: given.apiVersion ?? endpoints[0]?.api_version ?? API_VERSION,
    created: given.created,
    data: {
      object: structuredClone(given.object),
      ...(given.previous && { previous_attributes: structuredClone(given.previous) }),
    },
    livemode: false,
    pending_webhooks: endpoints.length,
    request: { id: given.requestId, idempotency_key: given.idempotencyKey },
    type: given.type,
  };
  state.events[event.id] = event;
  for (const endpoint of endpoints) {
    state.deliveries.push({
      event: event.id,
      endpoint: endpoint.id,
      attempts: 0,
      nextAt: given.sendAt,
      delivered: false,
      lastStatus: null,
    });
  }
  return event;
}

const wants = ({ enabled_events, status }: WebhookEndpoint, type: string): boolean =>
  status === 'enabled' && (enabled_events.includes('*') || enabled_events.includes(type));

function forgetOld(state: State, now: number): void {
  const old = new Set<string>();
  for (const event of Object.values(state.events)) {
    if (now - event.created <= KEPT_SECONDS) break;
    const waits = state.deliveries.some(({ event: of, nextAt }) => of === event.id && nextAt);
    if (!waits) old.add(event.id);
  }
  if (old.size === 0) return;
  for (const id of old) delete state.events[id];
  state.deliveries = state.deliveries.filter(({ event }) => !old.has(event));
}

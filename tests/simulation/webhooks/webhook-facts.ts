import { DELIVERY_PREFIX, ENDPOINT_PREFIX } from '../../../functions/webhooks/adapters/keys.ts';
import { type StoredEndpoint, storedEndpoint } from '../../../functions/webhooks/rules/endpoint.ts';
import { type StoredEvent, storedEvent } from '../../../functions/events/rules/event.ts';
import { userIdOf } from '../../../functions/access/rules/owner.ts';
import { USER_STATUS } from '../../../shared/model/account.ts';
import type { Clock } from '../../../functions/platform/clock.ts';

/**
 * An event in the table. `from` is the number of the write that added it, counted from the start.
 */
interface EventWindow {
  readonly event: StoredEvent;
  readonly from: number;
  /** Number of the write that deleted the event. */
  to?: number;
}

/** A state of an endpoint. `from` is the number of the write that began it. */
interface Phase {
  readonly from: number;
  /** Epoch milliseconds. */
  readonly at: number;
  /** Undefined once the endpoint is deleted. */
  readonly endpoint:
    Pick<StoredEndpoint, 'userId' | 'url' | 'status' | 'events' | 'provenAt'> | undefined;
}

type Item = Readonly<Record<string, unknown>>;
export type WebhookFacts = ReturnType<typeof createWebhookFacts>;

/** Records the history of events and endpoints from every write to the table. */
export function createWebhookFacts(clock: Clock) {
  const events = new Map<string, EventWindow>();
  const endpoints = new Map<string, Phase[]>();
  const byUrl = new Map<string, string>();
  /** Number of the write that added each delivery, by `<endpoint>#<event>`. */
  const deliveries = new Map<string, number>();
  /** Epoch milliseconds at which an account was last inactive; Infinity while it is inactive. */
  const inactiveUntil = new Map<string, number>();
  let writes = 0;

  function noteEvent(sort: string, item: Item | undefined): void {
    const id = sort.slice(sort.lastIndexOf('#') + 1);
    const known = events.get(id);
    if (item && !known) events.set(id, { event: storedEvent.parse(item), from: writes });
    else if (!item && known) known.to ??= writes;
  }

  const noteDelivery = (name: string): void =>
    void deliveries.set(name, deliveries.get(name) ?? writes);

  function noteEndpoint(id: string, item: Item | undefined): void {
    const phases = endpoints.get(id) ?? [];
    const stored = item && storedEndpoint.parse(item);
    const endpoint = stored && {
      userId: stored.userId,
      url: stored.url,
      status: stored.status,
      events: stored.events,
      provenAt: stored.provenAt,
    };
    if (JSON.stringify(phases.at(-1)?.endpoint) === JSON.stringify(endpoint)) return;
    endpoints.set(id, [...phases, { from: writes, at: clock.now(), endpoint }]);
    if (endpoint) byUrl.set(endpoint.url, id);
  }

  /** Returns the states that an endpoint had between two writes, given their numbers. */
  const phasesWithin = (id: string, from: number, to: number): readonly Phase[] =>
    (endpoints.get(id) ?? []).filter(
      (phase, at, all) => phase.from <= to && (all[at + 1]?.from ?? Infinity) > from,
    );

  return {
    events,
    endpoints,
    deliveries,

    note({ PK, SK }: Item, item: Item | undefined): void {
      writes += 1;
      const [partition, sort] = [String(PK), String(SK)];
      if (sort === 'PROFILE' && item) {
        const userId = partition.slice('USER#'.length);
        if (item['status'] !== USER_STATUS.active) inactiveUntil.set(userId, Infinity);
        else if (inactiveUntil.get(userId) === Infinity) inactiveUntil.set(userId, clock.now());
      } else if (partition.startsWith('PENDINGEVENT#')) {
        noteEvent(sort, item);
      } else if (sort.startsWith(ENDPOINT_PREFIX)) {
        noteEndpoint(sort.slice(ENDPOINT_PREFIX.length), item);
      } else if (item && sort.startsWith(DELIVERY_PREFIX)) {
        noteDelivery(sort.slice(DELIVERY_PREFIX.length));
      }
    },

    /** Returns the id of the endpoint that has or had this URL; no two endpoints share a URL. */
    endpointAt: (url: string): string | undefined => byUrl.get(url),

    /** Returns the endpoints that were subscribed and enabled during the whole window. */
    subscribersOf({ event, from, to = Infinity }: EventWindow): string[] {
      const { userId, type, endpointId } = event;
      return Array.from(endpoints.keys()).filter((id) => {
        const phases = phasesWithin(id, from, to);
        const isWanted = endpointId === undefined || endpointId === id;
        return (
          isWanted &&
          phases.length > 0 &&
          (phases[0]?.from ?? Infinity) <= from &&
          phases.every(
            ({ endpoint }) =>
              endpoint?.userId === userId &&
              endpoint.status === 'on' &&
              (endpointId === id || endpoint.events.some((each) => each === type)),
          )
        );
      });
    },

    /**
     * Whether an endpoint has been enabled and proven, and its account active, ever since a time.
     * @param at epoch milliseconds
     */
    wasOnSince: (id: string, at: number): boolean =>
      (endpoints.get(id) ?? [])
        .filter((_, index, all) => (all[index + 1]?.at ?? Infinity) >= at)
        .every(
          ({ endpoint }) =>
            endpoint?.status === 'on' &&
            endpoint.provenAt !== undefined &&
            (inactiveUntil.get(userIdOf(endpoint.userId)) ?? 0) < at,
        ),
  };
}

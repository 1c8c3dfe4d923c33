import * as z from 'zod/mini';
import type { EventData } from '../../../shared/contract/events.ts';
import { EVENT_TYPES, type EventType, TEST_EVENT } from '../../../shared/model/webhook.ts';

/** What has happened to a customer, until it is handed over to the customer's endpoints. */
export const storedEvent = z.object({
  /** A ULID: events of one user are told in its order. */
  id: z.string(),
  userId: z.string(),
  type: z.enum([...EVENT_TYPES, TEST_EVENT]),
  /** What events are told of in order: the id of a list or check, or else their type. */
  subject: z.string(),
  /** As endpoints get it. */
  data: z.record(z.string(), z.unknown()),
  /** Epoch milliseconds. */
  at: z.number(),
  /** The only endpoint that is told; otherwise all that take the type. */
  endpointId: z.optional(z.string()),
});
export type StoredEvent = Readonly<z.infer<typeof storedEvent>>;

/** An event as it happens, with the data that its type promises. */
export type EventOf<T extends StoredEvent['type']> = Omit<StoredEvent, 'data' | 'id' | 'type'> & {
  readonly type: T;
  readonly data: T extends EventType ? EventData[T] : object;
};

import * as z from 'zod/mini';
import type { EventDataByType } from '../../../shared/contract/events.ts';
import { EVENT_TYPES, type EventType, TEST_EVENT_TYPE } from '../../../shared/model/webhook.ts';

/** An event of a customer, stored until it is dispatched to the customer's endpoints. */
export const storedEvent = z.object({
  /** A ULID, by which the events of a user are ordered. */
  id: z.string(),
  userId: z.string(),
  type: z.enum([...EVENT_TYPES, TEST_EVENT_TYPE]),
  /** Ordering key of deliveries: the id of a list or check, otherwise the event type. */
  subject: z.string(),
  /** Payload sent to endpoints. */
  data: z.record(z.string(), z.unknown()),
  /** Epoch milliseconds. */
  at: z.number(),
  /** The only endpoint to notify. Undefined to notify all endpoints that subscribe to the type. */
  endpointId: z.optional(z.string()),
});
export type StoredEvent = Readonly<z.infer<typeof storedEvent>>;

export type NewEvent<T extends StoredEvent['type']> = Omit<StoredEvent, 'data' | 'id' | 'type'> & {
  readonly type: T;
  readonly data: T extends EventType ? EventDataByType[T] : object;
};

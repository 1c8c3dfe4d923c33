import type { IdGenerator } from '../../platform/clock.ts';
import type { Db, TransactionStep } from '../../platform/dynamo/db.ts';
import {
  deleteWrite,
  itemNotExistsOrExpired,
  itemExists,
  putWrite,
} from '../../platform/dynamo/expression.ts';
import { queryDueItems } from '../../platform/dynamo/query-due-items.ts';
import { queryStoredItems } from '../../platform/dynamo/stored-items.ts';
import { type NewEvent, type StoredEvent, storedEvent } from '../rules/event.ts';
import { eventKey, userEventsQuery, PENDING_EVENTS, notificationMarkerKey } from './keys.ts';

/** One year, because a balance remains low until the customer buys credits. */
export const NOTIFIED_TTL_SECONDS = 365 * 24 * 3600;

/**
 * Transactional outbox in the single table. An event is stored in the transaction that makes it
 * true, and removed in the transaction that dispatches it to the user's endpoints. As a result, no
 * event is lost, and no event reports something that did not happen.
 */
export interface Outbox {
  /** Returns the write that stores an event, for the transaction that makes the event true. */
  write<T extends StoredEvent['type']>(event: NewEvent<T>): TransactionStep;
  /** Returns the write that removes an event, for the transaction that dispatches the event. */
  removeWrite(event: StoredEvent): TransactionStep;
  /** Stores an event, at most once per `name` within NOTIFIED_TTL_SECONDS. */
  addOnce<T extends StoredEvent['type']>(name: string, event: NewEvent<T>): Promise<void>;
  /** Undispatched events of a user, oldest first. */
  listForUser(userId: string): AsyncIterable<StoredEvent>;
  /** Undispatched events of all users, user by user. */
  listPending(): AsyncIterable<StoredEvent>;
}

export function createOutbox(db: Db, ids: IdGenerator): Outbox {
  const write = <T extends StoredEvent['type']>(event: NewEvent<T>): TransactionStep => {
    const id = ids.ulid(event.at);
    return putWrite({ ...eventKey(event.userId, id), id, ...event });
  };
  return {
    write,

    removeWrite: ({ userId, id }) => deleteWrite(eventKey(userId, id), itemExists),

    async addOnce<T extends StoredEvent['type']>(name: string, event: NewEvent<T>): Promise<void> {
      const now = Math.ceil(event.at / 1000);
      const notified = {
        ...notificationMarkerKey(event.userId, name),
        ttl: now + NOTIFIED_TTL_SECONDS,
      };
      await db.transact([putWrite(notified, itemNotExistsOrExpired(now)), write(event)]);
    },

    listForUser: (userId) => queryStoredItems(db, storedEvent, userEventsQuery(userId)),

    listPending: () => queryDueItems(db, storedEvent, PENDING_EVENTS, { prefix: 'EVENT#' }),
  };
}

import type { Ids } from '../../platform/clock.ts';
import type { Db, TransactionStep } from '../../platform/dynamo/db.ts';
import { deleteWrite, isNewOrExpired, exists, putWrite } from '../../platform/dynamo/expression.ts';
import { dueItems } from '../../platform/dynamo/due-items.ts';
import { queryStored } from '../../platform/dynamo/stored.ts';
import { type EventOf, type StoredEvent, storedEvent } from '../rules/event.ts';
import { eventKey, eventsOfUser, PENDING_EVENTS, notifiedKey } from './keys.ts';

/** A year: credits that are low stay so until the customer buys some. */
const NOTIFIED_TTL_SECONDS = 365 * 24 * 3600;

/**
 * Events on the single table, from the transaction of their fact until another one hands them over
 * to the endpoints of their user. So none is lost, and none tells what did not happen.
 */
export interface Outbox {
  /** Notes an event, as part of the transaction of its fact. */
  write<T extends StoredEvent['type']>(event: EventOf<T>): TransactionStep;
  /** Takes an event away, as part of the one transaction that hands it over. */
  removeWrite(event: StoredEvent): TransactionStep;
  /** Notes an event of which nothing else is written, once for each name. */
  addOnce<T extends StoredEvent['type']>(name: string, event: EventOf<T>): Promise<void>;
  /** Undelivered events of a user, oldest first. */
  listForUser(userId: string): AsyncIterable<StoredEvent>;
  /** Undelivered events of all users, user by user. */
  listPending(): AsyncIterable<StoredEvent>;
}

export function createOutbox(db: Db, ids: Ids): Outbox {
  const write = <T extends StoredEvent['type']>(event: EventOf<T>): TransactionStep => {
    const id = ids.ulid(event.at);
    return putWrite({ ...eventKey(event.userId, id), id, ...event });
  };
  return {
    write,

    removeWrite: ({ userId, id }) => deleteWrite(eventKey(userId, id), exists),

    async addOnce<T extends StoredEvent['type']>(name: string, event: EventOf<T>): Promise<void> {
      const now = Math.ceil(event.at / 1000);
      const notified = { ...notifiedKey(event.userId, name), ttl: now + NOTIFIED_TTL_SECONDS };
      await db.transact([putWrite(notified, isNewOrExpired(now)), write(event)]);
    },

    listForUser: (userId) => queryStored(db, storedEvent, eventsOfUser(userId)),

    listPending: () => dueItems(db, storedEvent, PENDING_EVENTS, { prefix: 'EVENT#' }),
  };
}

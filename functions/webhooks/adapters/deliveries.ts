import type { Db, TransactionStep } from '../../platform/dynamo/db.ts';
import {
  changes,
  deleteWrite,
  isThere,
  putWrite,
  updateWrite,
} from '../../platform/dynamo/expression.ts';
import { userPartition } from '../../platform/dynamo/key.ts';
import { findStored, listStored, queryStored } from '../../platform/dynamo/stored.ts';
import { newestPage } from '../../platform/paging.ts';
import {
  type Attempt,
  type Delivery,
  type NewDelivery,
  newDelivery,
  storedDelivery,
  storedWaiting,
  type Waiting,
} from '../rules/delivery.ts';
import { createPendingEndpoints } from './pending-endpoints.ts';
import { answerKey, DELIVERY_PREFIX, deliveryKey, waitingKey } from './keys.ts';

/**
 * Deliveries on the single table: each with what was sent, a small item beside it while it waits,
 * and the answer to its last attempt. Moments are epoch milliseconds.
 */
export function createDeliveries(db: Db) {
  const pending = createPendingEndpoints(db);

  /** It waits from `dueAt` on; what was counted of attempts stays where it waits already. */
  const waitingWrites = (userId: string, delivery: Delivery, dueAt: number): TransactionStep[] => {
    const { endpointId, id, subject, ttl } = delivery;
    return [
      updateWrite(
        waitingKey(userId, endpointId, id),
        changes({ userId, endpointId, id, subject, ttl, dueAt }, { attempts: 0 }),
      ),
      pending.addWrite(userId, endpointId, dueAt),
    ];
  };

  /** What became of an attempt: of the delivery, and of the item by which it waits. */
  async function note(
    waiting: Waiting,
    change: Partial<Delivery>,
    waitingTo: TransactionStep,
    answer: string | undefined,
  ): Promise<void> {
    const { userId, endpointId, id, ttl } = waiting;
    const cancelled = await db.transact([
      updateWrite(
        deliveryKey(userId, endpointId, id),
        changes({ nextAt: undefined, ...change }, { attempts: change.last ? 1 : 0 }),
        isThere,
      ),
      waitingTo,
      ...(answer === undefined
        ? []
        : [putWrite({ ...answerKey(userId, endpointId, id), text: answer, ttl })]),
    ]);
    // Its time has passed, or its account is gone.
    if (cancelled) await db.delete(waitingKey(userId, endpointId, id));
  }

  const get = (userId: string, endpointId: string, id: string): Promise<Delivery | undefined> =>
    findStored(db, storedDelivery, deliveryKey(userId, endpointId, id));

  return {
    ...pending,
    get,

    /** One an endpoint, with other writes. False when a condition of these did not hold. */
    async add(
      userId: string,
      added: readonly NewDelivery[],
      extraWrites: readonly TransactionStep[] = [],
    ): Promise<boolean> {
      const writes = added.flatMap((wanted) => {
        const { endpointId, id, at } = wanted;
        const delivery = newDelivery(wanted);
        return [
          putWrite({ ...deliveryKey(userId, endpointId, id), ...delivery }),
          ...waitingWrites(userId, delivery, at),
        ];
      });
      return (await db.transact([...writes, ...extraWrites])) === undefined;
    },

    /** Every delivery of a user. Costs reading them all. */
    list: (userId: string): Promise<Delivery[]> =>
      listStored(db, storedDelivery, { partition: userPartition(userId), prefix: DELIVERY_PREFIX }),

    /** The newest first: those older than the one that the cursor names. */
    async page(userId: string, endpointId: string, cursor: string | undefined, size: number) {
      const { PK: partition, SK: prefix } = deliveryKey(userId, endpointId);
      const { items, next } = await newestPage(db, { partition, prefix }, cursor, size);
      return { deliveries: items.map((item): Delivery => storedDelivery.parse(item)), next };
    },

    /** The body of the last response; undefined where there was none. */
    async answer(userId: string, endpointId: string, id: string): Promise<string | undefined> {
      const text = (await db.get(answerKey(userId, endpointId, id)))?.['text'];
      return typeof text === 'string' ? text : undefined;
    },

    /** All that waits for an endpoint, be it due or not, in the order of the events. */
    waiting(userId: string, endpointId: string): AsyncIterable<Waiting> {
      const { PK: partition, SK: prefix } = waitingKey(userId, endpointId);
      return queryStored(db, storedWaiting, { partition, prefix });
    },

    /** It waits no longer, after an attempt or, where its endpoint is off or gone, without one. */
    finish: (
      waiting: Waiting,
      status: 'delivered' | 'failed',
      attempt?: Attempt,
      answer?: string,
    ): Promise<void> =>
      note(
        waiting,
        { status, ...(attempt && { last: attempt }) },
        deleteWrite(waitingKey(waiting.userId, waiting.endpointId, waiting.id)),
        answer,
      ),

    postpone: (
      waiting: Waiting,
      attempt: Attempt,
      nextAt: number,
      answer?: string,
    ): Promise<void> =>
      note(
        waiting,
        { last: attempt, nextAt },
        updateWrite(
          waitingKey(waiting.userId, waiting.endpointId, waiting.id),
          changes({ dueAt: nextAt, firstAt: waiting.firstAt ?? attempt.at }, { attempts: 1 }),
          isThere,
        ),
        answer,
      ),

    /** Has it sent once more from now on. Undefined when there is no such delivery. */
    async again(
      userId: string,
      endpointId: string,
      id: string,
      now: number,
    ): Promise<Delivery | undefined> {
      const delivery = await get(userId, endpointId, id);
      if (!delivery) return undefined;
      const change = { status: 'waiting', nextAt: now } as const;
      const cancelled = await db.transact([
        updateWrite(deliveryKey(userId, endpointId, id), changes(change), isThere),
        ...waitingWrites(userId, delivery, now),
      ]);
      return cancelled ? undefined : { ...delivery, ...change };
    },
  };
}

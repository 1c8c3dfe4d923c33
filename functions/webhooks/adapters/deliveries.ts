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
import { createPendingEndpoints, type PendingEndpoints } from './pending-endpoints.ts';
import { answerKey, DELIVERY_PREFIX, deliveryKey, waitingKey } from './keys.ts';

const keyOf = (waiting: Waiting) => waitingKey(waiting.userId, waiting.endpointId, waiting);

/**
 * Deliveries on the single table: each with what was sent, a small item beside it while it waits,
 * and the newest answers of an account. Moments are epoch milliseconds.
 */
export interface Deliveries extends PendingEndpoints {
  get(userId: string, endpointId: string, id: string): Promise<Delivery | undefined>;
  /** One an endpoint, with other writes. False when a condition of these did not hold. */
  add(
    userId: string,
    added: readonly NewDelivery[],
    extraWrites?: readonly TransactionStep[],
  ): Promise<boolean>;
  /** Every delivery of a user. Costs reading them all. */
  list(userId: string): Promise<Delivery[]>;
  /** The newest first: those older than the one that the cursor names. */
  page(
    userId: string,
    endpointId: string,
    cursor: string | undefined,
    size: number,
  ): Promise<{ readonly deliveries: readonly Delivery[]; readonly next: string | null }>;
  /** The beginning of the last response's body; undefined where none is kept, or was. */
  answer(userId: string, endpointId: string, id: string): Promise<string | undefined>;
  /** What waits for an endpoint, be it due or not, by subject in the order of the events. */
  waiting(userId: string, endpointId: string, from?: string): AsyncIterable<Waiting>;
  /** It waits no longer, after an attempt or, where its endpoint is off or gone, without one. */
  finish(
    waiting: Waiting,
    status: 'delivered' | 'failed',
    attempt?: Attempt,
    answer?: string,
  ): Promise<void>;
  postpone(waiting: Waiting, attempt: Attempt, nextAt: number, answer?: string): Promise<void>;
  /** Has it sent once more from now on. Undefined when there is no such delivery. */
  again(userId: string, endpointId: string, id: string, now: number): Promise<Delivery | undefined>;
}

export function createDeliveries(db: Db): Deliveries {
  const pending = createPendingEndpoints(db);

  /** It waits from `dueAt` on; what was counted of attempts stays where it waits already. */
  const waitingWrites = (userId: string, delivery: Delivery, dueAt: number): TransactionStep[] => {
    const { endpointId, id, subject, ttl } = delivery;
    return [
      updateWrite(
        waitingKey(userId, endpointId, delivery),
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
        : [putWrite({ ...answerKey(userId, id), endpointId, id, text: answer, ttl })]),
    ]);
    // Its time has passed, or its account is gone.
    if (cancelled) await db.delete(keyOf(waiting));
  }

  const get = (userId: string, endpointId: string, id: string): Promise<Delivery | undefined> =>
    findStored(db, storedDelivery, deliveryKey(userId, endpointId, id));

  return {
    ...pending,
    get,

    async add(userId, added, extraWrites = []) {
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

    list: (userId) =>
      listStored(db, storedDelivery, { partition: userPartition(userId), prefix: DELIVERY_PREFIX }),

    async page(userId, endpointId, cursor, size) {
      const { PK: partition, SK: prefix } = deliveryKey(userId, endpointId);
      const { items, next } = await newestPage(db, { partition, prefix }, cursor, size);
      return { deliveries: items.map((item): Delivery => storedDelivery.parse(item)), next };
    },

    async answer(userId, endpointId, id) {
      const { text, ...of } = (await db.get(answerKey(userId, id))) ?? {};
      const isIts = of['endpointId'] === endpointId && of['id'] === id;
      return isIts && typeof text === 'string' ? text : undefined;
    },

    waiting(userId, endpointId, from) {
      const { PK: partition, SK: prefix } = waitingKey(userId, endpointId);
      const query = { partition, prefix, ...(from !== undefined && { from: prefix + from }) };
      return queryStored(db, storedWaiting, query);
    },

    finish: (waiting, status, attempt, answer) =>
      note(
        waiting,
        { status, ...(attempt && { last: attempt }) },
        deleteWrite(keyOf(waiting)),
        answer,
      ),

    postpone: (waiting, attempt, nextAt, answer) =>
      note(
        waiting,
        { last: attempt, nextAt },
        updateWrite(
          keyOf(waiting),
          changes({ dueAt: nextAt, firstAt: waiting.firstAt ?? attempt.at }, { attempts: 1 }),
          isThere,
        ),
        answer,
      ),

    async again(userId, endpointId, id, now) {
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

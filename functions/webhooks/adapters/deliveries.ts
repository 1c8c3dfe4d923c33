import type { Db, TransactionStep } from '../../platform/dynamo/db.ts';
import {
  updateExpression,
  itemExists,
  putWrite,
  updateWrite,
  where,
} from '../../platform/dynamo/expression.ts';
import { createItemReader, findStoredItem } from '../../platform/dynamo/stored-items.ts';
import { queryNewestPage } from '../../platform/paging.ts';
import {
  type StoredDelivery,
  type NewDelivery,
  newDelivery,
  storedDelivery,
  storedPendingEndpoint,
  type PendingEndpoint,
} from '../rules/delivery.ts';
import { createWaitingDeliveries, type WaitingDeliveries } from './waiting-deliveries.ts';
import {
  deliveryResponseKey,
  deliveryKey,
  waitingDeliveryKey,
  PENDING_ENDPOINT_PARTITIONS,
  pendingEndpointKey,
} from './keys.ts';
import { queryDueItems } from '../../platform/dynamo/query-due-items.ts';

/** Stores an entry for each endpoint with waiting deliveries. */
interface PendingEndpoints {
  addWrite(userId: string, endpointId: string, dueAt: number): TransactionStep;
  /** Endpoints of all accounts that have waiting deliveries, whether due or not. */
  pendingEndpoints(): AsyncIterable<PendingEndpoint>;
  pendingOf(userId: string): Promise<PendingEndpoint[]>;
  /**
   * Schedules the endpoint's next run, but not before `pausedUntil`. The run scans waiting
   * deliveries starting at `from`, by default from the first.
   */
  reschedule(
    pending: PendingEndpoint,
    dueAt: number,
    pausedUntil?: number,
    from?: string,
  ): Promise<void>;
  /** Ends the endpoint's pause, and makes its next run start with this subject. */
  endPause(userId: string, endpointId: string, subject: string): Promise<void>;
  /** Deletes the entry, unless a delivery was added in the meantime. */
  endPending(pending: PendingEndpoint): Promise<void>;
}

const createPendingEndpoints = (db: Db): PendingEndpoints => ({
  addWrite: (userId, endpointId, dueAt) =>
    updateWrite(
      pendingEndpointKey(userId, endpointId),
      updateExpression({ userId, endpointId, dueAt }, { added: 1 }),
    ),

  pendingEndpoints: () => queryDueItems(db, storedPendingEndpoint, PENDING_ENDPOINT_PARTITIONS),

  pendingOf: createItemReader(db, storedPendingEndpoint, pendingEndpointKey).list,

  async reschedule(pending, dueAt, pausedUntil, from) {
    const { userId, endpointId, added } = pending;
    const key = pendingEndpointKey(userId, endpointId);
    // Deliveries added in the meantime are due now, so keep the due time that they set.
    if (!(await db.update(key, updateExpression({ dueAt, pausedUntil, from }), where({ added }))))
      await db.update(key, updateExpression({ pausedUntil, from }), where({ userId }));
  },

  async endPause(userId, endpointId, subject) {
    const change = updateExpression({ pausedUntil: undefined, from: `${subject}#` });
    await db.update(pendingEndpointKey(userId, endpointId), change, where({ userId }));
  },

  async endPending({ userId, endpointId, added }) {
    await db.delete(pendingEndpointKey(userId, endpointId), where({ added }));
  },
});

/**
 * Stores deliveries with their payloads. A waiting delivery also has a small item, so that scans
 * read no payloads. An account's newest responses are kept in a fixed number of items. Times in
 * parameters are epoch milliseconds.
 */
export interface Deliveries extends PendingEndpoints, WaitingDeliveries {
  get(userId: string, endpointId: string, id: string): Promise<StoredDelivery | undefined>;
  /** One transaction for deliveries to different endpoints. Returns false if a condition fails. */
  add(
    userId: string,
    added: readonly NewDelivery[],
    extraWrites?: readonly TransactionStep[],
  ): Promise<boolean>;
  /** Deliveries older than the cursor, newest first. Without a cursor, the newest ones. */
  page(
    userId: string,
    endpointId: string,
    cursor: string | undefined,
    size: number,
  ): Promise<{ readonly deliveries: readonly StoredDelivery[]; readonly next: string | null }>;
  /** The beginning of the last response's body; undefined if it was not stored or was replaced. */
  answer(userId: string, endpointId: string, id: string): Promise<string | undefined>;
  /** Makes another attempt due immediately. Returns undefined if the delivery does not exist. */
  retryNow(
    userId: string,
    endpointId: string,
    id: string,
    now: number,
  ): Promise<StoredDelivery | undefined>;
}

export function createDeliveries(db: Db): Deliveries {
  const pending = createPendingEndpoints(db);

  /** A delivery that is already waiting keeps its attempts. */
  const waitingWrites = (
    userId: string,
    delivery: StoredDelivery,
    dueAt: number,
  ): TransactionStep[] => {
    const { endpointId, id, subject, ttl } = delivery;
    return [
      updateWrite(
        waitingDeliveryKey(userId, endpointId, delivery),
        updateExpression({ userId, endpointId, id, subject, ttl, dueAt }, { attempts: 0 }),
      ),
      pending.addWrite(userId, endpointId, dueAt),
    ];
  };

  const get = (
    userId: string,
    endpointId: string,
    id: string,
  ): Promise<StoredDelivery | undefined> =>
    findStoredItem(db, storedDelivery, deliveryKey(userId, endpointId, id));

  return {
    ...pending,
    ...createWaitingDeliveries(db),
    get,

    async add(userId, added, extraWrites = []) {
      const writes = added.flatMap((input) => {
        const { endpointId, id, at } = input;
        const delivery = newDelivery(input);
        return [
          putWrite({ ...deliveryKey(userId, endpointId, id), ...delivery }),
          ...waitingWrites(userId, delivery, at),
        ];
      });
      return (await db.transact([...writes, ...extraWrites])) === undefined;
    },

    async page(userId, endpointId, cursor, size) {
      const { PK: partition, SK: prefix } = deliveryKey(userId, endpointId);
      const { items, next } = await queryNewestPage(db, { partition, prefix }, cursor, size);
      return { deliveries: items.map((item): StoredDelivery => storedDelivery.parse(item)), next };
    },

    async answer(userId, endpointId, id) {
      const { text, ...stored } = (await db.get(deliveryResponseKey(userId, id))) ?? {};
      const isSameDelivery = stored['endpointId'] === endpointId && stored['id'] === id;
      return isSameDelivery && typeof text === 'string' ? text : undefined;
    },

    async retryNow(userId, endpointId, id, now) {
      const delivery = await get(userId, endpointId, id);
      if (!delivery) return undefined;
      const change = { status: 'waiting', nextAt: now } as const;
      const canceled = await db.transact([
        updateWrite(deliveryKey(userId, endpointId, id), updateExpression(change), itemExists),
        ...waitingWrites(userId, delivery, now),
      ]);
      return canceled ? undefined : { ...delivery, ...change };
    },
  };
}

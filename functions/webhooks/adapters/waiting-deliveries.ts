import type { Db, TransactionStep } from '../../platform/dynamo/db.ts';
import {
  updateExpression,
  deleteWrite,
  itemExists,
  putWrite,
  updateWrite,
  where,
} from '../../platform/dynamo/expression.ts';
import { queryStoredItems } from '../../platform/dynamo/stored-items.ts';
import {
  type StoredAttempt,
  type StoredDelivery,
  storedWaitingDelivery,
  type WaitingDelivery,
} from '../rules/delivery.ts';
import { deliveryResponseKey, deliveryKey, waitingDeliveryKey } from './keys.ts';

const keyOf = (waiting: WaitingDelivery) =>
  waitingDeliveryKey(waiting.userId, waiting.endpointId, waiting);

const isSameWait = ({ dueAt }: WaitingDelivery) => where({ dueAt });

export interface WaitingDeliveries {
  /** Waiting deliveries of an endpoint, due or not, ordered by subject and then by event. */
  waiting(userId: string, endpointId: string, from?: string): AsyncIterable<WaitingDelivery>;
  /** Ends a delivery. Omit `attempt` if none was made, because the endpoint is off or deleted. */
  finish(
    waiting: WaitingDelivery,
    status: 'delivered' | 'failed',
    attempt?: StoredAttempt,
    answer?: string,
  ): Promise<void>;
  postpone(
    waiting: WaitingDelivery,
    attempt: StoredAttempt,
    nextAt: number,
    answer?: string,
  ): Promise<void>;
}

export function createWaitingDeliveries(db: Db): WaitingDeliveries {
  /**
   * Updates a delivery and its waiting item in one transaction. If its owner has requested another
   * attempt in the meantime, the delivery keeps waiting for it.
   */
  async function recordAttempt(
    waiting: WaitingDelivery,
    change: Partial<StoredDelivery>,
    waitingWrite: TransactionStep,
    answer: string | undefined,
  ): Promise<void> {
    const { userId, endpointId, id, ttl } = waiting;
    const canceled = await db.transact([
      updateWrite(
        deliveryKey(userId, endpointId, id),
        updateExpression({ nextAt: undefined, ...change }, { attempts: change.last ? 1 : 0 }),
        itemExists,
      ),
      waitingWrite,
      ...(answer === undefined
        ? []
        : [putWrite({ ...deliveryResponseKey(userId, id), endpointId, id, text: answer, ttl })]),
    ]);
    // The delivery has expired or its account was deleted.
    if (canceled?.[0] === 'condition') await db.delete(keyOf(waiting));
    else if (canceled && change.last)
      await db.update(
        deliveryKey(userId, endpointId, id),
        updateExpression({ last: change.last }, { attempts: 1 }),
        itemExists,
      );
  }

  return {
    waiting(userId, endpointId, from) {
      const { PK: partition, SK: prefix } = waitingDeliveryKey(userId, endpointId);
      const query = { partition, prefix, ...(from !== undefined && { from: prefix + from }) };
      return queryStoredItems(db, storedWaitingDelivery, query);
    },

    finish: (waiting, status, attempt, answer) =>
      recordAttempt(
        waiting,
        { status, ...(attempt && { last: attempt }) },
        deleteWrite(keyOf(waiting), status === 'failed' ? isSameWait(waiting) : undefined),
        answer,
      ),

    postpone: (waiting, attempt, nextAt, answer) =>
      recordAttempt(
        waiting,
        { last: attempt, nextAt },
        updateWrite(
          keyOf(waiting),
          updateExpression(
            { dueAt: nextAt, firstAt: waiting.firstAt ?? attempt.at },
            { attempts: 1 },
          ),
          isSameWait(waiting),
        ),
        answer,
      ),
  };
}

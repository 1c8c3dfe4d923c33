import type { Db, TransactionStep } from '../../platform/dynamo/db.ts';
import { updateExpression, updateWrite, where } from '../../platform/dynamo/expression.ts';
import { queryDueItems } from '../../platform/dynamo/query-due-items.ts';
import { listStoredItems } from '../../platform/dynamo/stored-items.ts';
import { storedPendingEndpoint, type PendingEndpoint } from '../rules/delivery.ts';
import { PENDING_ENDPOINT_PARTITIONS, pendingEndpointKey } from './keys.ts';

/** Stores an entry for each endpoint with waiting deliveries. */
export interface PendingEndpoints {
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
  /** Ends the endpoint's pause. Its next run starts with this subject. */
  endPause(userId: string, endpointId: string, subject: string): Promise<void>;
  /** Deletes the entry, unless a delivery was added in the meantime. */
  endPending(pending: PendingEndpoint): Promise<void>;
}

export const createPendingEndpoints = (db: Db): PendingEndpoints => ({
  addWrite: (userId, endpointId, dueAt) =>
    updateWrite(
      pendingEndpointKey(userId, endpointId),
      updateExpression({ userId, endpointId, dueAt }, { added: 1 }),
    ),

  pendingEndpoints: () => queryDueItems(db, storedPendingEndpoint, PENDING_ENDPOINT_PARTITIONS),

  pendingOf(userId) {
    const { PK: partition, SK: prefix } = pendingEndpointKey(userId, '');
    return listStoredItems(db, storedPendingEndpoint, { partition, prefix });
  },

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

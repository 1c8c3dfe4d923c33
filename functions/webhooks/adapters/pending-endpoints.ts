import type { Db, TransactionStep } from '../../platform/dynamo/db.ts';
import { changes, updateWrite, where } from '../../platform/dynamo/expression.ts';
import { dueItems } from '../../platform/dynamo/due-items.ts';
import { listStored } from '../../platform/dynamo/stored.ts';
import { storedPendingEndpoint, type PendingEndpoint } from '../rules/delivery.ts';
import { PENDING_ENDPOINTS, workKey } from './keys.ts';

/** Endpoints for which deliveries wait, one item each. */
export interface PendingEndpoints {
  /** Part of a transaction that has a delivery wait. */
  addWrite(userId: string, endpointId: string, dueAt: number): TransactionStep;
  /** All of them; a schedule looks which are due. */
  pendingEndpoints(): AsyncIterable<PendingEndpoint>;
  /** Pending endpoints of one account. */
  pendingOf(userId: string): Promise<PendingEndpoint[]>;
  /** Has the endpoint looked at again then; with `pausedUntil`, never before. */
  reschedule(
    pending: PendingEndpoint,
    dueAt: number,
    pausedUntil?: number,
    from?: string,
  ): Promise<void>;
  /** Has a subject looked at first and now, also where the receiver did not respond. */
  endPause(userId: string, endpointId: string, subject: string): Promise<void>;
  /** Nothing waits for the endpoint, unless something came meanwhile. */
  endPending(pending: PendingEndpoint): Promise<void>;
}

export const createPendingEndpoints = (db: Db): PendingEndpoints => ({
  addWrite: (userId, endpointId, dueAt) =>
    updateWrite(workKey(userId, endpointId), changes({ userId, endpointId, dueAt }, { added: 1 })),

  pendingEndpoints: () => dueItems(db, storedPendingEndpoint, PENDING_ENDPOINTS),

  pendingOf(userId) {
    const { PK: partition, SK: prefix } = workKey(userId, '');
    return listStored(db, storedPendingEndpoint, { partition, prefix });
  },

  async reschedule(pending, dueAt, pausedUntil, from) {
    const { userId, endpointId, added } = pending;
    const key = workKey(userId, endpointId);
    // What came meanwhile is due at once, but for a receiver that is left alone.
    if (!(await db.update(key, changes({ dueAt, pausedUntil, from }), where({ added }))))
      await db.update(key, changes({ pausedUntil, from }), where({ userId }));
  },

  async endPause(userId, endpointId, subject) {
    const now = changes({ pausedUntil: undefined, from: `${subject}#` });
    await db.update(workKey(userId, endpointId), now, where({ userId }));
  },

  async endPending({ userId, endpointId, added }) {
    await db.delete(workKey(userId, endpointId), where({ added }));
  },
});

import type { Db, TransactionStep } from '../../platform/dynamo/db.ts';
import { changes, updateWrite, where } from '../../platform/dynamo/expression.ts';
import { dueItems } from '../../platform/dynamo/due-items.ts';
import { findStored } from '../../platform/dynamo/stored.ts';
import { storedPendingEndpoint, type PendingEndpoint } from '../rules/delivery.ts';
import { PENDING_ENDPOINTS, workKey } from './keys.ts';

/** Endpoints for which deliveries wait, one item each. */
export const createPendingEndpoints = (db: Db) => ({
  /** Part of a transaction that has a delivery wait. */
  addWrite: (userId: string, endpointId: string, dueAt: number): TransactionStep =>
    updateWrite(workKey(userId, endpointId), changes({ userId, endpointId, dueAt }, { added: 1 })),

  /** All of them; a schedule looks which are due. */
  pendingEndpoints: () => dueItems(db, storedPendingEndpoint, PENDING_ENDPOINTS),

  /** Undefined where nothing waits for the endpoint. */
  findPending: (userId: string, endpointId: string): Promise<PendingEndpoint | undefined> =>
    findStored(db, storedPendingEndpoint, workKey(userId, endpointId)),

  /** Has the endpoint looked at again then; with `pausedUntil`, never before. */
  async reschedule(pending: PendingEndpoint, dueAt: number, pausedUntil?: number): Promise<void> {
    const { userId, endpointId, added } = pending;
    const key = workKey(userId, endpointId);
    // What came meanwhile is due at once, but for a receiver that is left alone.
    if (!(await db.update(key, changes({ dueAt, pausedUntil }), where({ added }))))
      await db.update(key, changes({ pausedUntil }), where({ userId }));
  },

  /** Ends the pause of an endpoint whose receiver did not respond. */
  async endPause(userId: string, endpointId: string): Promise<void> {
    const key = workKey(userId, endpointId);
    await db.update(key, changes({ pausedUntil: undefined }), where({ userId }));
  },

  /** Nothing waits for the endpoint, unless something came meanwhile. */
  async endPending({ userId, endpointId, added }: PendingEndpoint): Promise<void> {
    await db.delete(workKey(userId, endpointId), where({ added }));
  },
});

import type { Db, TransactionStep } from '../../platform/dynamo/db.ts';
import { changes, updateWrite, where } from '../../platform/dynamo/expression.ts';
import { dueItems } from '../../platform/dynamo/due-items.ts';
import { listStored } from '../../platform/dynamo/stored.ts';
import { storedPendingEndpoint, type PendingEndpoint } from '../rules/delivery.ts';
import { PENDING_ENDPOINTS, workKey } from './keys.ts';

/** Endpoints for which deliveries wait, one item each. */
export const createPendingEndpoints = (db: Db) => ({
  /** Part of a transaction that has a delivery wait. */
  addWrite: (userId: string, endpointId: string, dueAt: number): TransactionStep =>
    updateWrite(workKey(userId, endpointId), changes({ userId, endpointId, dueAt }, { added: 1 })),

  /** All of them; a schedule looks which are due. */
  pendingEndpoints: () => dueItems(db, storedPendingEndpoint, PENDING_ENDPOINTS),

  /** Those of one account. */
  pendingOf(userId: string): Promise<PendingEndpoint[]> {
    const { PK: partition, SK: prefix } = workKey(userId, '');
    return listStored(db, storedPendingEndpoint, { partition, prefix });
  },

  /** Has the endpoint looked at again then; with `pausedUntil`, never before. */
  async reschedule(
    pending: PendingEndpoint,
    dueAt: number,
    pausedUntil?: number,
    from?: string,
  ): Promise<void> {
    const { userId, endpointId, added } = pending;
    const key = workKey(userId, endpointId);
    // What came meanwhile is due at once, but for a receiver that is left alone.
    if (!(await db.update(key, changes({ dueAt, pausedUntil, from }), where({ added }))))
      await db.update(key, changes({ pausedUntil, from }), where({ userId }));
  },

  /** Has a subject looked at first and now, also where the receiver did not respond. */
  async endPause(userId: string, endpointId: string, subject: string): Promise<void> {
    const now = changes({ pausedUntil: undefined, from: `${subject}#` });
    await db.update(workKey(userId, endpointId), now, where({ userId }));
  },

  /** Nothing waits for the endpoint, unless something came meanwhile. */
  async endPending({ userId, endpointId, added }: PendingEndpoint): Promise<void> {
    await db.delete(workKey(userId, endpointId), where({ added }));
  },
});

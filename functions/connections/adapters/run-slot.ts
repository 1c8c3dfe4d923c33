import * as z from 'zod/mini';
import type { Db } from '../../platform/dynamo/db.ts';
import { acquireSlot } from '../../platform/queue/run-guard.ts';
import { MAX_RUN_MS } from '../rules/import.ts';
import { applyJobKey, bounceReadKey, importKey, runSlotKey } from './keys.ts';

const runningWork = z.object({
  state: z.enum(['reading', 'working', 'undoing']),
  attemptedAt: z.number(),
});

/**
 * Gives the slot of an account to an import, a job or a read of bounces. Returns false if a run may
 * be working on this or other work of the account.
 */
export const acquireRunSlot = (
  db: Db,
  userId: string,
  workId: string,
  now: number,
): Promise<boolean> =>
  acquireSlot(db, runSlotKey(userId), workId, async (holder) => {
    const item =
      (await db.get(importKey(userId, holder))) ??
      (await db.get(applyJobKey(userId, holder))) ??
      (await db.get(bounceReadKey(userId, holder)));
    const { data } = runningWork.safeParse(item);
    return data !== undefined && now - data.attemptedAt < MAX_RUN_MS;
  });

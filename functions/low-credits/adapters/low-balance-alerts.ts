import * as z from 'zod/mini';
import type { Accounts } from '../../access/adapters/accounts.ts';
import type { Db, TransactionStep } from '../../platform/dynamo/db.ts';
import { queryDueItems } from '../../platform/dynamo/query-due-items.ts';
import { itemNotExists, putWrite, where } from '../../platform/dynamo/expression.ts';
import { PENDING_ITEMS } from '../../platform/dynamo/key.ts';
import { retryOnConflict } from '../../platform/retry-on-conflict.ts';
import {
  createDefaultAlert,
  storedLowBalanceAlert,
  type LowBalanceAlert,
} from '../rules/low-balance-alert.ts';
import { DUE_ALERT_PREFIX, dueAlertKey, alertKey } from './keys.ts';

/** An alert to review, and the time at which it became due, in epoch milliseconds. */
const dueAlert = z.object({ userId: z.string(), at: z.number() });
export type DueAlert = Readonly<z.infer<typeof dueAlert>>;

/**
 * Low balance alerts, one per user. A change fails unless the alert still has the revision that was
 * read. The profile records whether a user has an alert, so users without one cost no extra read.
 */
export interface LowBalanceAlerts {
  find(userId: string): Promise<LowBalanceAlert>;
  /** Returns `again` if the alert has changed, and `gone` if the account no longer exists. */
  update(
    alert: LowBalanceAlert,
    change: Partial<LowBalanceAlert>,
    ...also: readonly TransactionStep[]
  ): Promise<'updated' | 'again' | 'gone'>;
  /** Schedules a review by the reconciler. */
  setDue(userId: string, at: number): Promise<void>;
  listDue(): AsyncIterable<DueAlert>;
  /** Deletes a completed review, unless a newer one has been scheduled. */
  deleteDue(dueAlert: DueAlert): Promise<void>;
  /** Retries after a concurrent change. Writes nothing if `decide` returns undefined. */
  change(
    userId: string,
    decide: (alert: LowBalanceAlert) => Partial<LowBalanceAlert> | undefined,
  ): Promise<void>;
}

export function createLowBalanceAlerts(
  db: Db,
  { alertWrite }: Pick<Accounts, 'alertWrite'>,
): LowBalanceAlerts {
  const lowBalanceAlerts: LowBalanceAlerts = {
    async find(userId) {
      const item = await db.get(alertKey(userId));
      return item ? storedLowBalanceAlert.parse(item) : createDefaultAlert(userId);
    },

    async update(alert, change, ...also) {
      const { userId, revision } = alert;
      const updated = { ...alert, ...change, revision: revision + 1 };
      const canceled = await db.transact([
        putWrite(
          { ...alertKey(userId), ...updated },
          revision === 0 ? itemNotExists : where({ revision }),
        ),
        alertWrite(userId, updated.warnBelow !== undefined || updated.topUp !== undefined),
        ...also,
      ]);
      if (!canceled) return 'updated';
      return canceled[1] === 'condition' ? 'gone' : 'again';
    },

    async setDue(userId, at) {
      await db.put({ ...dueAlertKey(userId), userId, at });
    },

    listDue: () => queryDueItems(db, dueAlert, PENDING_ITEMS, { prefix: DUE_ALERT_PREFIX }),

    async deleteDue({ userId, at }) {
      await db.delete(dueAlertKey(userId), where({ at }));
    },

    async change(userId, decide) {
      await retryOnConflict(`the alert of ${userId}`, async () => {
        const alert = await lowBalanceAlerts.find(userId);
        const change = decide(alert);
        return change && lowBalanceAlerts.update(alert, change);
      });
    },
  };
  return lowBalanceAlerts;
}

import * as z from 'zod/mini';
import type { Accounts } from '../../access/adapters/accounts.ts';
import type { Db } from '../../platform/dynamo/db.ts';
import { dueItems } from '../../platform/dynamo/due-items.ts';
import { isNew, putWrite, where } from '../../platform/dynamo/expression.ts';
import { PENDING } from '../../platform/dynamo/key.ts';
import { retryOnConflict } from '../../platform/retry-on-conflict.ts';
import {
  noAlert,
  storedLowBalanceAlert,
  type LowBalanceAlert,
} from '../rules/low-balance-alert.ts';
import { DUE_ALERT, dueAlertKey, alertKey } from './keys.ts';

/** An alert by which something is due, since the look of `at`: epoch milliseconds. */
const dueAlert = z.object({ userId: z.string(), at: z.number() });
export type DueAlert = Readonly<z.infer<typeof dueAlert>>;

/**
 * Credit alerts on the single table, one a user. Each change carries the revision it was decided on. The
 * profile tells whether there is one, so that nobody else’s credits cost a read more.
 */
export interface CreditAlerts {
  find(userId: string): Promise<LowBalanceAlert>;
  /** Changes an alert that was read: `again` where it is no longer so. */
  update(
    alert: LowBalanceAlert,
    change: Partial<LowBalanceAlert>,
  ): Promise<'updated' | 'again' | 'gone'>;
  /** Leaves it to the reconciler to do what is due. */
  setDue(userId: string, at: number): Promise<void>;
  listDue(): AsyncIterable<DueAlert>;
  /** Deletes a look that is done; a later one stays. */
  deleteDue(dueAlert: DueAlert): Promise<void>;
  /**
   * Makes a change that is decided anew as long as others are faster; none where it says so, or
   * the account is gone.
   */
  change(
    userId: string,
    decide: (alert: LowBalanceAlert) => Partial<LowBalanceAlert> | undefined,
  ): Promise<void>;
}

export function createLowBalanceAlerts(
  db: Db,
  { alertWrite }: Pick<Accounts, 'alertWrite'>,
): CreditAlerts {
  const lowBalanceAlerts: CreditAlerts = {
    async find(userId) {
      const item = await db.get(alertKey(userId));
      return item ? storedLowBalanceAlert.parse(item) : noAlert(userId);
    },

    async update(alert, change) {
      const { userId, revision } = alert;
      const changed = { ...alert, ...change, revision: revision + 1 };
      const cancelled = await db.transact([
        putWrite({ ...alertKey(userId), ...changed }, revision === 0 ? isNew : where({ revision })),
        alertWrite(userId, changed.warnBelow !== undefined || changed.topUp !== undefined),
      ]);
      if (!cancelled) return 'updated';
      return cancelled[1] === 'condition' ? 'gone' : 'again';
    },

    async setDue(userId, at) {
      await db.put({ ...dueAlertKey(userId), userId, at });
    },

    listDue: () => dueItems(db, dueAlert, PENDING, { prefix: DUE_ALERT }),

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

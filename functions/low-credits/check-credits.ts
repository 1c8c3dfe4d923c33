import type { User } from '../access/adapters/user.ts';
import { shouldEnqueueTopUp, isWarningDue, type WaitingList } from './rules/low-balance-alert.ts';
import type { LowCreditsDeps } from './deps.ts';

export type CheckCreditsDeps = Pick<
  LowCreditsDeps,
  'clock' | 'ledger' | 'log' | 'lowBalanceAlerts'
>;

/**
 * Looks at the available credits of a user who wants something to happen when few are left: after
 * each single check, before and after a list reserves its credits, and where one waits for them.
 * What is due is left to the reconciler, within a minute, so that no check waits for it. Costs
 * nothing for everybody else. It never fails what it follows: what goes wrong stands in the log,
 * and the next look finds it.
 */
export async function checkCredits(
  { clock, ledger, log, lowBalanceAlerts }: CheckCreditsDeps,
  user: User | undefined,
  list?: WaitingList,
): Promise<void> {
  if (user?.watched !== true) return;
  try {
    const now = clock.now();
    if (list)
      await lowBalanceAlerts.change(
        user.id,
        ({ topUp }) => topUp && { waiting: { ...list, at: now } },
      );
    const alert = await lowBalanceAlerts.find(user.id);
    const { available } = await ledger.balance(user.id);
    const { warnBelow, warned } = alert;
    if (warned && warnBelow !== undefined && available > warnBelow)
      await lowBalanceAlerts.update(alert, { warned: false });
    if (isWarningDue(alert, available) || shouldEnqueueTopUp(alert, available, now))
      await lowBalanceAlerts.setDue(user.id, now);
  } catch (error) {
    log.error('credits_not_noted', error, { user: user.id });
  }
}

/** A list that was deleted waits no longer: no pack is bought for it. */
export async function clearWaitingList(
  { lowBalanceAlerts }: Pick<LowCreditsDeps, 'lowBalanceAlerts'>,
  user: User,
  listId: string,
): Promise<void> {
  if (user.watched !== true) return;
  await lowBalanceAlerts.change(user.id, ({ waiting }) =>
    waiting?.entry.includes(listId) ? { waiting: undefined } : undefined,
  );
}

import type { User } from '../access/adapters/user.ts';
import {
  shouldEnqueueTopUp,
  isWarningDue,
  type ListAwaitingCredits,
} from './rules/low-balance-alert.ts';
import type { LowCreditsDeps } from './deps.ts';

export type CheckCreditsDeps = Pick<
  LowCreditsDeps,
  'clock' | 'ledger' | 'log' | 'lowBalanceAlerts'
>;

/**
 * Checks the available credits of a user with a low balance alert: after each single check, before
 * and after a list reserves credits, and when a list waits for credits. The reconciler sends the
 * warning or requests the top-up within a minute, so the caller does not wait. Costs nothing for
 * users without an alert. Never throws: logs errors, and the next check repeats the work.
 */
export async function checkCredits(
  { clock, ledger, log, lowBalanceAlerts }: CheckCreditsDeps,
  user: User | undefined,
  list?: ListAwaitingCredits,
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

/** Forgets a deleted list that waited for credits, so that no top-up buys a pack for it. */
export async function forgetListAwaitingCredits(
  { lowBalanceAlerts }: Pick<LowCreditsDeps, 'lowBalanceAlerts'>,
  user: User,
  listId: string,
): Promise<void> {
  if (user.watched !== true) return;
  await lowBalanceAlerts.change(user.id, ({ waiting }) =>
    waiting?.entry.includes(listId) ? { waiting: undefined } : undefined,
  );
}

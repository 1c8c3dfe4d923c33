import { createCreditsLowEvent } from './rules/credits-low-event.ts';
import { createMailId } from '../mail/create-mail-message.ts';
import { mailMoney } from '../mail/mail-account.ts';
import type { ReviewEach } from '../platform/schedule/run-sweeps.ts';
import type { DueAlert } from './adapters/low-balance-alerts.ts';
import type { LowCreditsDeps } from './deps.ts';
import { shouldEnqueueTopUp, isWarningDue } from './rules/low-balance-alert.ts';

type SweepLowBalanceAlertsDeps = Pick<
  LowCreditsDeps,
  'accounts' | 'clock' | 'ledger' | 'mailQueue' | 'outbox' | 'topUpQueue' | 'lowBalanceAlerts'
>;

export const sweepLowBalanceAlerts = (
  deps: SweepLowBalanceAlertsDeps,
  reviewEach: ReviewEach,
): Promise<void> => reviewEach(deps.lowBalanceAlerts.listDue(), (due) => reviewAlert(deps, due));

/** Sends the warning or requests the top-up that the current balance requires. */
export async function reviewAlert(
  {
    accounts,
    clock,
    ledger,
    mailQueue,
    outbox,
    topUpQueue,
    lowBalanceAlerts,
  }: SweepLowBalanceAlertsDeps,
  due: DueAlert,
): Promise<void> {
  const user = await accounts.get(due.userId);
  const alert = await lowBalanceAlerts.find(due.userId);
  const { available } = await ledger.balance(due.userId);
  const { warnBelow: level = 0, warnings } = alert;
  const isDue = isWarningDue(alert, available);
  if (user && isDue) {
    // The number of warnings ensures that each email is sent once, despite crashes and concurrent
    // runs.
    const id = createMailId('credits_below', user.id, warnings);
    await mailMoney({ accounts, mailQueue }, user, id, () => ({
      template: 'credits_below',
      params: { available, level },
    }));
    await outbox.addOnce(
      `credits_below:${warnings}`,
      createCreditsLowEvent(user.id, available, level, clock.now()),
    );
  }
  // The next warning needs another id, even if none is due now: a killed run may have sent one
  // before the balance recovered. Repeat this after a concurrent change.
  if (user && alert.warnBelow !== undefined && !alert.warned)
    await lowBalanceAlerts.change(user.id, (current) =>
      current.warnings === warnings ? { warned: isDue, warnings: warnings + 1 } : undefined,
    );
  const now = clock.now();
  if (user && shouldEnqueueTopUp(alert, available, now)) {
    await topUpQueue.send({ kind: 'top_up', v: 1, userId: user.id });
    await lowBalanceAlerts.change(user.id, () => ({ askedAt: now }));
  }
  await lowBalanceAlerts.deleteDue(due);
}

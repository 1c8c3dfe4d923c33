import { createHash } from 'node:crypto';
import { creditsLow } from '../events/rules/credits-low.ts';
import { mailTo } from '../mail/mail-to.ts';
import type { ReviewEach } from '../platform/schedule/run-sweeps.ts';
import type { DueWatch } from './adapters/watches.ts';
import type { LowCreditsDeps } from './deps.ts';
import { isTopUpNews, isWarningDue } from './rules/watch.ts';

type SweepDeps = Pick<
  LowCreditsDeps,
  'accounts' | 'clock' | 'ledger' | 'mailQueue' | 'outbox' | 'topUpQueue' | 'watches'
>;

/** Reviews every watch of credits by which something is due. */
export const sweepWatches = (deps: SweepDeps, reviewEach: ReviewEach): Promise<void> =>
  reviewEach(deps.watches.listDue(), (due) => reviewWatch(deps, due));

/** Does what is due by the credits that are available now. */
export async function reviewWatch(
  { accounts, clock, ledger, mailQueue, outbox, topUpQueue, watches }: SweepDeps,
  due: DueWatch,
): Promise<void> {
  const user = await accounts.get(due.userId);
  const watch = await watches.find(due.userId);
  const { available } = await ledger.balance(due.userId);
  const { warnBelow: level = 0, warnings } = watch;
  if (user && isWarningDue(watch, available)) {
    // The ids of mails outlive the account: this one must not name it. It counts, so that the mail
    // is sent once, whatever is cut off before it is noted, and however many find it due.
    const id = createHash('sha256').update(`${user.id}:${warnings}`).digest('hex').slice(0, 24);
    await mailQueue.send(
      mailTo(user, `credits_below:${id}`, {
        template: 'credits_below',
        params: { available, level },
      }),
    );
    await outbox.addOnce(
      `credits_below:${warnings}`,
      creditsLow(user.id, available, level, clock.now()),
    );
    await watches.update(watch, { warned: true, warnings: warnings + 1 });
  }
  const now = clock.now();
  if (user && isTopUpNews(watch, available, now)) {
    await topUpQueue.send(user.id);
    await watches.change(user.id, () => ({ askedAt: now }));
  }
  await watches.deleteDue(due);
}

import type { User } from '../access/adapters/user.ts';
import { isTopUpNews, isWarningDue, type WaitingList } from './rules/watch.ts';
import type { LowCreditsDeps } from './deps.ts';

export type NoteDeps = Pick<LowCreditsDeps, 'clock' | 'ledger' | 'log' | 'watches'>;

/**
 * Looks at the available credits of a user who wants something to happen when few are left: after
 * each single check, before and after a list reserves its credits, and where one waits for them.
 * What is due is left to the reconciler, within a minute, so that no check waits for it. Costs
 * nothing for everybody else. It never fails what it follows: what goes wrong stands in the log,
 * and the next look finds it.
 */
export async function noteCredits(
  { clock, ledger, log, watches }: NoteDeps,
  user: User | undefined,
  list?: WaitingList,
): Promise<void> {
  if (user?.watched !== true) return;
  try {
    const now = clock.now();
    if (list)
      await watches.change(user.id, ({ topUp }) => topUp && { waiting: { ...list, at: now } });
    const watch = await watches.find(user.id);
    const { available } = await ledger.balance(user.id);
    const { warnBelow, warned } = watch;
    if (warned && warnBelow !== undefined && available > warnBelow)
      await watches.update(watch, { warned: false });
    if (isWarningDue(watch, available) || isTopUpNews(watch, available, now))
      await watches.setDue(user.id, now);
  } catch (error) {
    log.error('credits_not_noted', error, { user: user.id });
  }
}

/** A list that was deleted waits no longer: no pack is bought for it. */
export async function forgetList(
  { watches }: Pick<LowCreditsDeps, 'watches'>,
  user: User,
  listId: string,
): Promise<void> {
  if (user.watched !== true) return;
  await watches.change(user.id, ({ waiting }) =>
    waiting?.entry.includes(listId) ? { waiting: undefined } : undefined,
  );
}

import { LIST_STATUS } from '../../../shared/model/list-status.ts';
import type { WATCH_STOP_REASONS } from '../../../shared/model/watch.ts';
import { mailTo } from '../../mail/mail-to.ts';
import type { ListsDeps } from '../deps.ts';
import { beginRecheck, runningRecheck } from '../recheck/recheck-list.ts';
import { type List, creditsNeeded } from '../rules/list.ts';
import { countDueAddresses } from '../rules/due-reasons.ts';
import { type Watch, advanceWatch, spanOf } from '../rules/watch.ts';

type WatchDeps = Pick<
  ListsDeps,
  'accounts' | 'clock' | 'ledger' | 'lists' | 'mailQueue' | 'queues'
>;

/**
 * Starts the next check of a watched list if it is due. Stops the watch and emails the owner if the
 * last check was canceled, credits are insufficient, or the check would exceed the owner's limit.
 * Spends only the current balance: it never buys credits.
 */
export async function recheckWatchedList(
  deps: WatchDeps,
  isActive: (userId: string) => Promise<boolean>,
  list: List,
  watch: Watch,
): Promise<void> {
  const { clock, ledger, lists } = deps;
  const { userId } = list;
  const now = clock.now();
  if (watch.nextAt > now || !(await isActive(userId))) return;
  if (await runningRecheck(deps, list)) return;
  const rechecks = await lists.rechecksOf(userId, list.listId);
  // A canceled recheck of an earlier watch must not stop this watch.
  const last = rechecks.find(({ recheckOf }) => recheckOf?.span?.to === watch.lastAt);
  if (last?.status === LIST_STATUS.canceled) return stopWatch(deps, list, watch, 'canceled');
  const span = spanOf(watch);
  const addressCount = countDueAddresses(list, span);
  const credits = creditsNeeded({ userId, total: addressCount, badSyntax: 0 });
  const next = advanceWatch(watch, now);
  if (addressCount === 0) {
    await lists.setWatch(list, next, now);
    return;
  }
  if (credits > watch.maxCredits) return stopWatch(deps, list, watch, 'too_many_credits');
  const { available } = await ledger.balance(userId);
  if (credits > available) return stopWatch(deps, list, watch, 'insufficient_credit');
  await beginRecheck(deps, list, { total: addressCount, span }, { watch: next });
}

/** Sends the email first: its id makes it unique per check, even if this call is repeated. */
async function stopWatch(
  { accounts, clock, lists, mailQueue }: WatchDeps,
  list: List,
  watch: Watch,
  reason: (typeof WATCH_STOP_REASONS)[number],
): Promise<void> {
  const { userId, listId, name: listName } = list;
  const user = await accounts.get(userId);
  const params = { listName, listId, reason };
  if (user)
    await mailQueue.send(
      mailTo(user, `watch:${listId}:${watch.nextAt}`, { template: 'watch_stopped', params }),
    );
  await lists.setWatch(list, { ...watch, stopped: reason }, clock.now());
}

import { LIST_STATUS } from '../../../shared/model/list-status.ts';
import type { ListsDeps } from '../deps.ts';
import { beginRecheck, getRunningRecheck } from '../recheck/recheck-list.ts';
import { type List, creditsNeeded } from '../rules/list.ts';
import { countDueAddresses } from '../rules/due-reasons.ts';
import { type ListWatch, advanceWatch, nextWatchSpan } from '../rules/watch.ts';
import { stopListWatch } from './stop-list-watch.ts';

type RecheckWatchedListDeps = Pick<
  ListsDeps,
  'accounts' | 'clock' | 'ledger' | 'lists' | 'mailQueue' | 'queues'
>;

/**
 * Starts the due check of a watched list. The check of imported contacts starts by reading them.
 * Stops the watch and emails the owner if the last check was canceled, the balance is insufficient,
 * or the check would exceed the owner's limit. A check never buys credits or waits for them;
 * `startList` cancels it if another list reserves the credits first.
 */
export async function recheckWatchedList(
  deps: RecheckWatchedListDeps,
  isActive: (userId: string) => Promise<boolean>,
  list: List,
  watch: ListWatch,
): Promise<void> {
  const { clock, ledger, lists } = deps;
  const { userId } = list;
  const now = clock.now();
  const stop = (reason: Parameters<typeof stopListWatch>[3]): Promise<void> =>
    stopListWatch(deps, userId, list.listId, reason, (current) =>
      current.nextAt === watch.nextAt ? current : undefined,
    );
  if (watch.nextAt > now || !(await isActive(userId))) return;
  if (await getRunningRecheck(deps, list)) return;
  const rechecks = await lists.rechecksOf(userId, list.listId);
  // A canceled recheck that belongs to an earlier watch must not stop this watch.
  const last = rechecks.find(({ recheckOf }) => recheckOf?.span?.to === watch.lastAt);
  if (last?.status === LIST_STATUS.canceled) return stop('canceled');
  const span = nextWatchSpan(watch);
  const { startedBy, maxCredits } = watch;
  if (list.source) {
    // `total` is unknown until the check has read the contacts.
    const options = { total: 0, span, startedBy, contacts: { maxCredits } };
    await beginRecheck(deps, list, options, { watch: advanceWatch(watch, now) });
    return;
  }
  const addressCount = countDueAddresses(list, span);
  const credits = creditsNeeded({ userId, total: addressCount, badSyntax: 0 });
  const next = advanceWatch(watch, now);
  if (addressCount === 0) {
    await lists.setWatch(list, next, now);
    return;
  }
  if (credits > maxCredits) return stop('too_many_credits');
  const { available } = await ledger.balance(userId);
  if (credits > available) return stop('insufficient_credit');
  await beginRecheck(deps, list, { total: addressCount, span, startedBy }, { watch: next });
}

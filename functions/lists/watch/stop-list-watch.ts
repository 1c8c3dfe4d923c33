import type { WATCH_STOP_REASONS } from '../../../shared/model/watch.ts';
import { mailAboutList } from '../../mail/mail-account.ts';
import { retryOnConflict } from '../../platform/retry-on-conflict.ts';
import type { ListsDeps } from '../deps.ts';
import type { List } from '../rules/list.ts';
import { cancelCheck } from '../rules/transitions.ts';
import { getActiveWatch, type ListWatch } from '../rules/watch.ts';

type StopWatchDeps = Pick<ListsDeps, 'accounts' | 'clock' | 'lists' | 'mailQueue'>;

/**
 * Stops the watch of a list, unless it was removed or restarted in the meantime. First sends an
 * email, only once per check even if this call is interrupted and repeated.
 * @param chooseWatch receives the current watch, and returns the watch to store as stopped, or
 * undefined to keep the current watch
 */
export async function stopListWatch(
  { accounts, clock, lists, mailQueue }: StopWatchDeps,
  userId: string,
  listId: string,
  reason: (typeof WATCH_STOP_REASONS)[number],
  chooseWatch: (current: ListWatch) => ListWatch | undefined,
): Promise<void> {
  await retryOnConflict(`list ${listId}`, async () => {
    const list = await lists.get(userId, listId);
    const current = list && getActiveWatch(list);
    const watch = current && chooseWatch(current);
    if (!list || !watch) return 'done';
    const user = await accounts.get(userId);
    const params = { listName: list.name, listId, reason };
    if (user)
      await mailAboutList(
        { accounts, mailQueue },
        user,
        watch.startedBy,
        `watch:${listId}:${watch.nextAt}`,
        { template: 'watch_stopped', params },
      );
    return (await lists.setWatch(list, { ...watch, stopped: reason }, clock.now())) ?? 'again';
  });
}

/**
 * Cancels a check that cannot start, free of charge. Stops the watch first, which emails the owner;
 * a retry after a crash then cancels the check. Restores the watch's state before the check, so
 * that the check is due if the list is watched again.
 */
export async function endCheck(
  deps: StopWatchDeps,
  check: List,
  reason: (typeof WATCH_STOP_REASONS)[number],
): Promise<void> {
  const { userId, recheckOf } = check;
  const { listId, span } = recheckOf ?? {};
  if (listId === undefined || !span) return;
  await stopListWatch(deps, userId, listId, reason, (watch) =>
    watch.lastAt === span.to ? { ...watch, lastAt: span.from, nextAt: span.to } : undefined,
  );
  const listReason = reason === 'connection_failed' ? 'processing_failed' : 'insufficient_credit';
  await deps.lists.update(check, cancelCheck(check, listReason, deps.clock.now()));
}

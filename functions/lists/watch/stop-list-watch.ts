import type { WATCH_STOP_REASONS } from '../../../shared/model/watch.ts';
import { createMailMessage } from '../../mail/create-mail-message.ts';
import { retryOnConflict } from '../../platform/retry-on-conflict.ts';
import type { ListsDeps } from '../deps.ts';
import type { List } from '../rules/list.ts';
import { getActiveWatch, type ListWatch } from '../rules/watch.ts';

type StopWatchDeps = Pick<ListsDeps, 'accounts' | 'clock' | 'lists' | 'mailQueue'>;

/** Sends the email first. It is sent once per check, however often this call is interrupted. */
export async function stopListWatch(
  { accounts, clock, lists, mailQueue }: StopWatchDeps,
  list: List,
  watch: ListWatch,
  reason: (typeof WATCH_STOP_REASONS)[number],
): Promise<List | undefined> {
  const { userId, listId, name: listName } = list;
  const user = await accounts.get(userId);
  const params = { listName, listId, reason };
  if (user)
    await mailQueue.send(
      createMailMessage(user, `watch:${listId}:${watch.nextAt}`, {
        template: 'watch_stopped',
        params,
      }),
    );
  return lists.setWatch(list, { ...watch, stopped: reason }, clock.now());
}

/**
 * Stops the watch of a check that the credits did not cover. Restores the watch's state before the
 * check, so that the check is due if the list is watched again.
 */
export async function stopWatchAfterUnpaidCheck(
  deps: StopWatchDeps,
  { userId, recheckOf }: Pick<List, 'userId' | 'recheckOf'>,
): Promise<void> {
  const { listId, span } = recheckOf ?? {};
  if (listId === undefined || !span) return;
  await retryOnConflict(`list ${listId}`, async () => {
    const list = await deps.lists.get(userId, listId);
    const watch = list && getActiveWatch(list);
    // Do nothing if the watch was ended or restarted in the meantime.
    if (!list || watch?.lastAt !== span.to) return 'done';
    const before = { ...watch, lastAt: span.from, nextAt: span.to };
    return (await stopListWatch(deps, list, before, 'insufficient_credit')) ? 'done' : 'again';
  });
}

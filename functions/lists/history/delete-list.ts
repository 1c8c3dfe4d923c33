import { AppError } from '../../../shared/contract/errors.ts';
import { retryOnConflict } from '../../platform/retry-on-conflict.ts';
import type { ListsDeps } from '../deps.ts';
import { runningRecheck } from '../recheck/recheck-list.ts';

/** A running list changes many times a second, and each change voids an attempt. */
const MAX_ATTEMPTS = 50;

/**
 * Deletes a list in any state. It disappears at once, verdicts stay paid, and unused credits are
 * released. The next reconcile deletes its objects.
 * @throws {AppError} `not_found`
 */
export const deleteList = (
  { lists, clock }: Pick<ListsDeps, 'lists' | 'clock'>,
  userId: string,
  listId: string,
): Promise<void> =>
  retryOnConflict(
    `list ${listId}`,
    async (attempt) => {
      const list = await lists.get(userId, listId);
      if (!list) {
        // The file may be on its way, or have arrived without a notification.
        if (await lists.deleteUpload(userId, listId, clock.now())) return undefined;
        if (await lists.get(userId, listId)) return 'again';
        // An earlier attempt of this call may have deleted the list and lost the response.
        if (attempt === 0) throw new AppError('not_found');
        return undefined;
      }
      // The recheck goes first: without its list it would reserve credits for nobody.
      const recheck = await runningRecheck({ lists }, list);
      if (recheck && !(await lists.delete(recheck, clock.now()))) return 'again';
      return (await lists.delete(list, clock.now())) ? undefined : 'again';
    },
    MAX_ATTEMPTS,
  );

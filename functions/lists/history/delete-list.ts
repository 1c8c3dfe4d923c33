import { AppError } from '../../../shared/contract/errors.ts';
import { untilUnchanged } from '../../platform/until-unchanged.ts';
import type { ListsDeps } from '../deps.ts';
import { runningRecheck } from '../recheck/recheck-list.ts';

/** A running list changes many times a second, and each change voids the attempt. */
const MAX_ATTEMPTS = 50;

/**
 * Deletes a list in whatever state: it is gone at once, verdicts stay paid, and the credits of the
 * rest come back. Its objects follow with the next reconcile.
 * @throws {AppError} `not_found`
 */
export const deleteList = (
  { lists, clock }: Pick<ListsDeps, 'lists' | 'clock'>,
  userId: string,
  listId: string,
): Promise<void> =>
  untilUnchanged(
    `list ${listId}`,
    async (attempt) => {
      const list = await lists.get(userId, listId);
      if (!list) {
        // Its file may be on the way, or have arrived without anybody having been told.
        if (await lists.deleteUpload(userId, listId, clock.now())) return undefined;
        if (await lists.get(userId, listId)) return 'again';
        // It may have been this very call that deleted it, with its response lost on the way.
        if (attempt === 0) throw new AppError('not_found');
        return undefined;
      }
      // The recheck first: a recheck without its list would reserve credits for nobody.
      const recheck = await runningRecheck({ lists }, list);
      if (recheck && !(await lists.delete(recheck, clock.now()))) return 'again';
      return (await lists.delete(list, clock.now())) ? undefined : 'again';
    },
    MAX_ATTEMPTS,
  );

import { AppError } from '../../../shared/contract/errors.ts';
import { retryOnConflict } from '../../platform/retry-on-conflict.ts';
import type { ListsDeps } from '../deps.ts';
import { getRunningRecheck } from '../recheck/recheck-list.ts';

/** An attempt fails whenever the list changes, and a running list changes many times a second. */
const MAX_ATTEMPTS = 50;

/**
 * Deletes a list in any state. The list disappears immediately, its verdicts remain charged, and
 * unused credits are released. The reconciler deletes its objects later.
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
        // The upload may still be in progress, or its S3 event may not have arrived yet.
        if (await lists.deleteUpload(userId, listId, clock.now())) return undefined;
        if (await lists.get(userId, listId)) return 'again';
        // An earlier attempt of this call may have deleted the list, but lost the response.
        if (attempt === 0) throw new AppError('not_found');
        return undefined;
      }
      // Delete the recheck first, because nothing would release its credits once the list is gone.
      const recheck = await getRunningRecheck({ lists }, list);
      if (recheck && !(await lists.delete(recheck, clock.now()))) return 'again';
      return (await lists.delete(list, clock.now())) ? undefined : 'again';
    },
    MAX_ATTEMPTS,
  );

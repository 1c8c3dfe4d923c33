import type { ListReason } from '../../../shared/model/list-status.ts';
import { isFinalStatus } from '../../../shared/model/list-status.ts';
import type { LogFields } from '../../platform/log.ts';
import { retryOnConflict } from '../../platform/retry-on-conflict.ts';
import { BlobMissingError } from '../../platform/s3/blobs.ts';
import type { ListsDeps } from '../deps.ts';
import type { List } from '../rules/list.ts';
import { cancel } from '../rules/transitions.ts';

type CancelDeps = Pick<ListsDeps, 'clock' | 'lists'>;

/**
 * Cancels an unfinished list, and lets the reconciler email the owner. Returns false if the list
 * has already finished or is deleted.
 */
export const cancelUnlessFinished = (
  { clock, lists }: CancelDeps,
  { userId, listId }: Pick<List, 'userId' | 'listId'>,
  reason: ListReason,
): Promise<boolean> =>
  retryOnConflict(`list ${listId}`, async () => {
    const list = await lists.get(userId, listId);
    if (!list || isFinalStatus(list.status)) return false;
    return (await lists.update(list, cancel(list, reason, clock.now()))) ? true : 'again';
  });

/**
 * Runs work that reads objects of a list. If an object of an unfinished list is missing, nothing
 * can write it again, so cancels the list, which returns its credits.
 */
export async function cancelIfLost<T>(
  deps: CancelDeps,
  list: Pick<List, 'userId' | 'listId'>,
  work: () => Promise<T>,
): Promise<T | LogFields> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof BlobMissingError)) throw error;
    const isCanceled = await cancelUnlessFinished(deps, list, 'processing_failed');
    return { list: list.listId, outcome: isCanceled ? 'failed' : 'stale', missed: error.name };
  }
}

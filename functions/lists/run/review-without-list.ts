import { listBlobPrefixes, uploadBlobKey } from '../rules/blob-keys.ts';
import type { PendingList } from '../rules/next-review.ts';
import { UPLOAD_EXPIRY_MS, LATE_WRITE_GRACE_MS } from '../rules/retention.ts';
import type { ListResumer } from './list-resumer.ts';
import { isOlderThan, type ReviewListDeps, getScaledTimeouts } from './review.ts';

/**
 * Deletes everything stored for a deleted list.
 * @returns whether the list needs no further review, because workers can no longer write its data
 */
export async function purgeDeletedList(
  deps: ReviewListDeps,
  resumer: ListResumer,
  { userId, listId, since }: PendingList,
): Promise<boolean> {
  const { blobs, bouncedAddresses, lists, tasks } = deps;
  await blobs.delete(uploadBlobKey(userId, listId));
  for (const prefix of listBlobPrefixes(userId, listId)) await blobs.deleteAll(prefix);
  await tasks.deleteAll(listId);
  await lists.deleteEdits(userId, listId);
  for (const recheck of await lists.rechecksOf(userId, listId)) {
    await tasks.deleteAll(recheck.listId);
    await lists.deleteRecheckItem(recheck);
  }
  if (!isOlderThan(deps, since, LATE_WRITE_GRACE_MS)) {
    await resumer.resumeWaiting(userId);
    return false;
  }
  await bouncedAddresses.remove(userId, { listId });
  return true;
}

/**
 * Ingests an upload whose S3 event was lost, or expires it.
 * @returns whether the upload needs no further review
 */
export async function reviewUpload(
  deps: ReviewListDeps,
  { userId, listId, since }: PendingList,
): Promise<boolean> {
  const { blobs, lists, queues } = deps;
  if (!(await lists.expectsUpload(userId, listId)))
    // The file arrived after the list was looked up, or the upload was deleted.
    return (await lists.get(userId, listId)) === undefined;
  if (!isOlderThan(deps, since, getScaledTimeouts(deps).notificationMs)) return false;
  if ((await blobs.size(uploadBlobKey(userId, listId))) !== undefined) {
    await queues.sendList({ kind: 'ingest', v: 1, userId, listId });
    return false;
  }
  return isOlderThan(deps, since, UPLOAD_EXPIRY_MS) && lists.expireUpload(userId, listId);
}

import { hash } from 'node:crypto';
import { AppError } from '../../../shared/contract/errors.ts';
import type { ListsDeps } from '../deps.ts';
import type { List, ExpectedUpload } from '../rules/list.ts';

/**
 * Stores an expected upload once per request: a repeated request returns the original upload, and
 * its list if it exists.
 * @param requestContent all values that must be the same in a repeated request
 * @throws {AppError} `request_reused` if the key was used for another request or a deleted list
 */
export async function createUploadIdempotently(
  { clock, lists }: Pick<ListsDeps, 'clock' | 'lists'>,
  upload: ExpectedUpload,
  requestKey: string,
  requestContent: readonly unknown[],
): Promise<{ listId: string; list?: List }> {
  const { userId } = upload;
  const request = {
    key: hash('sha256', requestKey, 'base64url'),
    content: hash('sha256', JSON.stringify(requestContent), 'base64url'),
  };
  const stored = await lists.addUploadOnce(upload, request, clock.now());
  if (stored?.content !== request.content) throw new AppError('request_reused');
  const { listId } = stored;
  // Check the upload first: the transaction that creates the list deletes its upload.
  if (await lists.expectsUpload(userId, listId)) return { listId };
  const list = await lists.get(userId, listId);
  if (!list) throw new AppError('request_reused');
  return { listId, list };
}

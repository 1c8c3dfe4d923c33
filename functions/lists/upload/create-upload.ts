import { hash } from 'node:crypto';
import { AppError } from '../../../shared/contract/errors.ts';
import {
  MAX_UPLOAD_BYTES,
  UPLOAD_EXTENSIONS,
  UPLOAD_FORM_LIFETIME_SECONDS,
  UPLOAD_PART_BYTES,
} from '../../../shared/model/upload-limits.ts';
import { LIST_STATUS } from '../../../shared/model/list-status.ts';
import { cleanName } from '../../../shared/model/clean-name.ts';
import type { MissingPart } from '../../platform/s3/blobs.ts';
import type { User } from '../../access/adapters/user.ts';
import { consumeOrThrow } from '../../access/limits/limits.ts';
import { uploadBlobKey } from '../rules/blob-keys.ts';
import type { List, ExpectedUpload } from '../rules/list.ts';
import type { ListsDeps } from '../deps.ts';
import type { FileHints } from './read-file.ts';

type CreateUploadDeps = Pick<ListsDeps, 'clock' | 'ids' | 'limits' | 'lists'>;

export interface NewUpload extends Pick<ExpectedUpload, 'userId' | 'name'>, FileHints {
  /**
   * The account whose limit on trial uploads applies. With a test key, `userId` is a separate owner
   * id.
   */
  readonly user: Pick<User, 'id' | 'paid'>;
  readonly fileName: string;
  readonly by: string;
  readonly startedBy?: string;
  /** Size in bytes. */
  readonly size: number;
  /** The caller's idempotency key. Requests with the same key share one list. */
  readonly requestKey?: string | undefined;
}

/**
 * Limits the total size of files from an account that never bought credits, because reading a file
 * is free if it is malformed or never paid for. `readUpload` counts the size of each file.
 * @throws {AppError} `too_many_requests`
 */
export async function enforceTrialUploadLimit(
  { limits }: Pick<ListsDeps, 'limits'>,
  { id, paid }: Pick<User, 'id' | 'paid'>,
): Promise<void> {
  if (!paid) await consumeOrThrow({ consume: limits.peek }, 'upload_trial', id);
}

/**
 * Checks the name and size of a file before the upload, and registers the upload.
 * @param content a digest of the file, if known, to detect a different file in a repeated request
 * @returns the id and name of the list, and the list itself if an earlier identical request created
 * it
 * @throws {AppError} `bad_file_type`, `empty_file`, `file_too_large`, `request_reused` or
 *   `too_many_requests`
 */
export async function registerUpload(
  deps: CreateUploadDeps,
  file: NewUpload,
  content?: string,
): Promise<{ listId: string; name: string; list?: List }> {
  if (!hasListExtension(file.fileName)) throw new AppError('bad_file_type');
  if (file.size === 0) throw new AppError('empty_file');
  if (file.size > MAX_UPLOAD_BYTES) throw new AppError('file_too_large');
  const { column, encoding, strict, separator, asIs } = file;
  const now = deps.clock.now();
  const upload: ExpectedUpload = {
    userId: file.userId,
    listId: deps.ids.ulid(now),
    name: file.name,
    sourceName: cleanName(file.fileName),
    createdAt: new Date(now).toISOString(),
    by: file.by,
    ...(file.startedBy !== undefined && { startedBy: file.startedBy }),
    ...(column !== undefined && { column }),
    ...(encoding !== undefined && { encoding }),
    ...(strict && { strict }),
    ...(separator !== undefined && { separator }),
    ...(asIs && { asIs }),
  };
  const { requestKey, size } = file;
  const { name, sourceName } = upload;
  if (requestKey) {
    const requestContent = [name, sourceName, size, column, encoding, strict, content];
    if (separator !== undefined || asIs) requestContent.push(separator, asIs);
    const registered = await createUploadIdempotently(deps, upload, requestKey, requestContent);
    if (!registered.list) await enforceTrialUploadLimit(deps, file.user);
    return { name, ...registered };
  }
  await enforceTrialUploadLimit(deps, file.user);
  await deps.lists.addUpload(upload, now);
  return upload;
}

export const toUploadResponse = ({
  listId,
  name,
  status,
}: Pick<List, 'listId' | 'name' | 'status'>) => ({
  file_id: listId,
  file_name: name,
  status,
});

/**
 * Registers an upload. Returns a presigned POST for the file, presigned URLs for its missing parts,
 * or the list if an earlier identical request created it or no part is missing.
 * @throws {AppError} like `registerUpload`; `validation` for parts without an idempotency key
 */
export async function createUpload(
  deps: CreateUploadDeps & Pick<ListsDeps, 'blobs'>,
  file: NewUpload & { readonly parts?: boolean | undefined },
): Promise<
  | ReturnType<typeof toUploadResponse>
  | { file_id: string; upload: { url: string; fields: Record<string, string> } }
  | { file_id: string; part_bytes: number; parts: MissingPart[] }
> {
  if (file.parts && !file.requestKey)
    throw new AppError('validation', { fields: { 'Idempotency-Key': ['field.required'] } });
  const { listId, name, list } = await registerUpload(deps, file);
  if (list) return toUploadResponse(list);
  const key = uploadBlobKey(file.userId, listId);
  const seconds = UPLOAD_FORM_LIFETIME_SECONDS;
  if (!file.parts) {
    const upload = await deps.blobs.uploadForm(key, { maxBytes: MAX_UPLOAD_BYTES, seconds });
    return { file_id: listId, upload };
  }
  const partBytes = UPLOAD_PART_BYTES;
  const parts = await deps.blobs.missingParts(key, { bytes: file.size, partBytes, seconds });
  return parts.length > 0
    ? { file_id: listId, part_bytes: partBytes, parts }
    : toUploadResponse({ listId, name, status: LIST_STATUS.waiting });
}

export const hasListExtension = (fileName: string): boolean =>
  UPLOAD_EXTENSIONS.some((extension) => fileName.toLowerCase().endsWith(extension));

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

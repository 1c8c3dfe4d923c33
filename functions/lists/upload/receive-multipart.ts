import { hash } from 'node:crypto';
import { AppError } from '../../../shared/contract/errors.ts';
import { LIST_STATUS } from '../../../shared/model/list-status.ts';
import { MAX_MULTIPART_BYTES } from '../../../shared/model/upload-limits.ts';
import { isSpreadsheet } from '../../../shared/list-file/detect-dialect.ts';
import { FileError } from '../../../shared/list-file/file-error.ts';
import { uploadBlobKey } from '../rules/blob-keys.ts';
import {
  type NewUpload,
  toUploadResponse,
  registerUpload,
  hasListExtension,
} from './create-upload.ts';
import type { ListsDeps } from '../deps.ts';
import { type FileHints, createInMemoryFile, readAddressFile } from './read-file.ts';

type ReceivedFile = Omit<NewUpload, 'size'> & { readonly bytes: Uint8Array };

/**
 * Accepts a file sent in the request itself. Rejects an unusable file immediately and stores
 * nothing; any other file becomes a list immediately.
 * @throws {AppError} with a code that says why the file is unusable; `request_reused`,
 *   `too_many_requests`
 */
export async function receiveMultipart(
  deps: Pick<ListsDeps, 'lists' | 'limits' | 'clock' | 'ids' | 'blobs' | 'queues'>,
  file: ReceivedFile,
): Promise<ReturnType<typeof toUploadResponse>> {
  if (file.bytes.length > MAX_MULTIPART_BYTES) throw new AppError('payload_too_large');
  if (!hasListExtension(file.fileName))
    throw new AppError(isSpreadsheet(file.bytes) ? 'spreadsheet_file' : 'bad_file_type');
  await refuseBadFile(file);
  const upload = { ...file, size: file.bytes.length };
  const { listId, name, list } = await registerUpload(
    deps,
    upload,
    hash('sha256', file.bytes, 'base64url'),
  );
  if (list) return toUploadResponse(list);
  await deps.blobs.put(uploadBlobKey(file.userId, listId), file.bytes);
  // Create the list now, so that it exists once the call responds. Ingest then ignores the S3
  // event.
  if (await deps.lists.create(file.userId, listId, deps.clock.now()))
    await deps.queues.sendList({ kind: 'ingest', v: 1, userId: file.userId, listId });
  return toUploadResponse({ listId, name, status: LIST_STATUS.waiting });
}

/**
 * @throws {AppError} with a code that says why the file is unusable; the body may suggest a better
 * column or separator
 */
async function refuseBadFile({
  bytes,
  ...hints
}: Pick<ReceivedFile, 'bytes'> & FileHints): Promise<void> {
  try {
    await readAddressFile(createInMemoryFile(bytes), hints);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    const { fault, column, separator } = error;
    throw new AppError(fault, { body: { column, separator } });
  }
}

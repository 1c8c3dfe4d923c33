import { AppError } from '../../shared/contract/errors.ts';
import { MAX_UPLOAD_BYTES } from '../../shared/model/upload-limits.ts';
import { uploadKeyOf } from './rules/blob-keys.ts';
import { UPLOAD_FORM_SECONDS } from './rules/retention.ts';
import { cleanName, hasListExtension } from './rules/upload-name.ts';
import type { Blobs } from '../platform/s3/blobs.ts';
import type { Lists, Upload } from './ports.ts';
import type { Clock, Ids } from '../platform/clock.ts';

export interface AnnounceDeps {
  readonly lists: Lists;
  readonly clock: Clock;
  readonly ids: Ids;
}

export interface AnnouncedFile {
  readonly userId: string;
  /** The name typed in the dialog. */
  readonly name: string;
  readonly fileName: string;
  /** Bytes. */
  readonly size: number;
}

/**
 * Checks what can be known of a file before its bytes are there, and remembers that it will come.
 * @throws {AppError} `bad_file_type`, `empty_file` or `file_too_large`
 */
export async function expectFile(deps: AnnounceDeps, file: AnnouncedFile): Promise<Upload> {
  if (!hasListExtension(file.fileName)) throw new AppError('bad_file_type');
  if (file.size === 0) throw new AppError('empty_file');
  if (file.size > MAX_UPLOAD_BYTES) throw new AppError('file_too_large');
  const now = deps.clock.now();
  const upload: Upload = {
    userId: file.userId,
    listId: deps.ids.ulid(now),
    name: cleanName(file.name) || cleanName(file.fileName),
    sourceName: cleanName(file.fileName),
    createdAt: new Date(now).toISOString(),
  };
  await deps.lists.announce(upload, now);
  return upload;
}

/** Hands out a form with which the browser uploads a list by itself. */
export async function announceUpload(
  deps: AnnounceDeps & { readonly blobs: Blobs },
  file: AnnouncedFile,
): Promise<{ file_id: string; upload: { url: string; fields: Record<string, string> } }> {
  const { userId, listId } = await expectFile(deps, file);
  const upload = await deps.blobs.uploadForm(uploadKeyOf(userId, listId), {
    maxBytes: MAX_UPLOAD_BYTES,
    seconds: UPLOAD_FORM_SECONDS,
  });
  return { file_id: listId, upload };
}

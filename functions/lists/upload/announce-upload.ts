import { AppError } from '../../../shared/contract/errors.ts';
import {
  MAX_UPLOAD_BYTES,
  UPLOAD_EXTENSIONS,
  UPLOAD_FORM_SECONDS,
  UPLOAD_PART_BYTES,
} from '../../../shared/model/upload-limits.ts';
import { LIST_STATUS } from '../../../shared/model/list-status.ts';
import { cleanName } from '../../../shared/model/clean-name.ts';
import type { Part } from '../../platform/s3/blobs.ts';
import { announceOnce } from './announce-once.ts';
import { uploadKeyOf } from '../rules/blob-keys.ts';
import type { List, Upload } from '../rules/list.ts';
import type { ListsDeps } from '../deps.ts';
import type { FileHints } from './read-file.ts';

type AnnounceDeps = Pick<ListsDeps, 'lists' | 'clock' | 'ids'>;

export interface AnnouncedFile extends Pick<Upload, 'userId' | 'name'>, FileHints {
  readonly fileName: string;
  /** As in `Upload`. */
  readonly by: string;
  /** Bytes. */
  readonly size: number;
  /** The caller's name for this request; with the same name there is one list. */
  readonly requestKey?: string | undefined;
}

/**
 * Checks what can be known of a file before its bytes are there, and remembers that it will come.
 * @param content tells files of one size apart, where it is known
 * @returns id and name of its list, and the list where an earlier call of this request has made it
 * @throws {AppError} `bad_file_type`, `empty_file`, `file_too_large` or `request_reused`
 */
export async function expectFile(
  deps: AnnounceDeps,
  file: AnnouncedFile,
  content?: string,
): Promise<{ listId: string; name: string; list?: List }> {
  if (!hasListExtension(file.fileName)) throw new AppError('bad_file_type');
  if (file.size === 0) throw new AppError('empty_file');
  if (file.size > MAX_UPLOAD_BYTES) throw new AppError('file_too_large');
  const { column, encoding, strict } = file;
  const now = deps.clock.now();
  const upload: Upload = {
    userId: file.userId,
    listId: deps.ids.ulid(now),
    name: file.name,
    sourceName: cleanName(file.fileName),
    createdAt: new Date(now).toISOString(),
    by: file.by,
    ...(column !== undefined && { column }),
    ...(encoding !== undefined && { encoding }),
    ...(strict && { strict }),
  };
  const { requestKey, size } = file;
  const { name, sourceName } = upload;
  if (requestKey) {
    const asked = [name, sourceName, size, column, encoding, strict, content];
    return { name, ...(await announceOnce(deps, upload, requestKey, asked)) };
  }
  await deps.lists.addUpload(upload, now);
  return upload;
}

/** What is told of a list whose file has arrived. */
export const arrived = ({ listId, name, status }: Pick<List, 'listId' | 'name' | 'status'>) => ({
  file_id: listId,
  file_name: name,
  status,
});

/**
 * Hands out a form for the upload, or links for the parts that have not arrived, or tells of the list
 * that this request has made before.
 * @throws {AppError} as `expectFile`; `validation` of parts without a name for the request
 */
export async function announceUpload(
  deps: AnnounceDeps & Pick<ListsDeps, 'blobs'>,
  file: AnnouncedFile & { readonly parts?: boolean | undefined },
): Promise<
  | ReturnType<typeof arrived>
  | { file_id: string; upload: { url: string; fields: Record<string, string> } }
  | { file_id: string; part_bytes: number; parts: Part[] }
> {
  if (file.parts && !file.requestKey)
    throw new AppError('validation', { fields: { 'Idempotency-Key': ['field.required'] } });
  const { listId, name, list } = await expectFile(deps, file);
  if (list) return arrived(list);
  const key = uploadKeyOf(file.userId, listId);
  const seconds = UPLOAD_FORM_SECONDS;
  if (!file.parts) {
    const upload = await deps.blobs.uploadForm(key, { maxBytes: MAX_UPLOAD_BYTES, seconds });
    return { file_id: listId, upload };
  }
  const partBytes = UPLOAD_PART_BYTES;
  const parts = await deps.blobs.missingParts(key, { bytes: file.size, partBytes, seconds });
  return parts.length > 0
    ? { file_id: listId, part_bytes: partBytes, parts }
    : arrived({ listId, name, status: LIST_STATUS.waiting });
}

export const hasListExtension = (fileName: string): boolean =>
  UPLOAD_EXTENSIONS.some((extension) => fileName.toLowerCase().endsWith(extension));

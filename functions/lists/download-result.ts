import { AppError } from '../../shared/contract/errors.ts';
import { attachmentName } from '../../shared/model/attachment-name.ts';
import { LIST_STATUS } from '../../shared/model/list-status.ts';
import { MAX_INLINE_DOWNLOAD_BYTES } from '../../shared/model/upload-limits.ts';
import { type ResultKind, resultKey } from './rules/blob-keys.ts';
import type { List } from './rules/list.ts';
import { LINK_SECONDS } from './rules/retention.ts';
import type { ListsDeps } from './deps.ts';

export type Download =
  | { readonly kind: 'file'; readonly bytes: Uint8Array; readonly name: string }
  | { readonly kind: 'link'; readonly url: string; readonly expires_at: string };

/**
 * The result of a finished list, whole or only the rows with one verdict, as it was written when the
 * list was finished: as a file while it is small, else as a link.
 * @throws {AppError} `not_found`, `wrong_state` before the list is finished, `expired`
 */
export async function downloadResult(
  { lists, blobs, clock }: Pick<ListsDeps, 'lists' | 'blobs' | 'clock'>,
  userId: string,
  listId: string,
  kind: ResultKind,
): Promise<Download> {
  const list = await lists.get(userId, listId);
  if (!list) throw new AppError('not_found');
  if (list.status !== LIST_STATUS.finished) throw new AppError('wrong_state');
  if (list.expiresAt !== null && Date.parse(list.expiresAt) <= clock.now())
    throw new AppError('expired');

  const key = resultKey(listId, kind);
  const size = await blobs.size(key);
  if (size === undefined) throw new AppError('expired');
  const name = fileName(list, kind);
  if (size <= MAX_INLINE_DOWNLOAD_BYTES)
    return { kind: 'file', bytes: await blobs.bytes(key), name };
  return {
    kind: 'link',
    url: await blobs.link(key, {
      disposition: attachmentName(name),
      mediaType: 'text/csv',
      seconds: LINK_SECONDS,
    }),
    expires_at: new Date(clock.now() + LINK_SECONDS * 1000).toISOString(),
  };
}

function fileName({ name }: List, kind: ResultKind): string {
  const stem = name.replace(/\.(?:csv|txt)$/i, '');
  return kind === 'all' ? `${stem}.csv` : `${stem}-${kind}.csv`;
}

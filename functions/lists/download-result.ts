import { AppError } from '../../shared/contract/errors.ts';
import { attachmentName } from '../../shared/model/attachment-name.ts';
import { LIST_STATUS } from '../../shared/model/list-status.ts';
import { MAX_INLINE_DOWNLOAD_BYTES } from '../../shared/model/upload-limits.ts';
import type { VerdictStatus } from '../../shared/model/verdict.ts';
import { type ResultKind, resultKey } from './rules/blob-keys.ts';
import { filterResult } from './rules/filter-result.ts';
import type { List } from './rules/list.ts';
import { LINK_SECONDS } from './rules/retention.ts';
import type { Blobs } from '../platform/s3/blobs.ts';
import type { ListsDeps } from './deps.ts';

export type Download =
  | { readonly kind: 'file'; readonly bytes: Uint8Array; readonly name: string }
  | { readonly kind: 'link'; readonly url: string; readonly expires_at: string };

/**
 * The result of a finished list, whole or only the rows with one verdict: as a file while it is
 * small, else as a link.
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
  const size = await sizeOf(blobs, listId, kind);
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

/** Size of a result; one of a single verdict is made when it is asked for and not there. */
async function sizeOf(blobs: Blobs, listId: string, kind: ResultKind): Promise<number> {
  const size = await blobs.size(resultKey(listId, kind));
  if (size !== undefined) return size;
  if (kind === 'all') throw new AppError('expired');
  await sizeOf(blobs, listId, 'all');
  const whole = blobs.read(resultKey(listId));
  await blobs.write(resultKey(listId, kind), filterResult(whole, STATUS_OF[kind]));
  return sizeOf(blobs, listId, kind);
}

const STATUS_OF = {
  valid: 'deliverable',
  invalid: 'undeliverable',
  risky: 'risky',
  unknown: 'unknown',
} as const satisfies Record<Exclude<ResultKind, 'all'>, VerdictStatus>;

function fileName({ name }: List, kind: ResultKind): string {
  const stem = name.replace(/\.(?:csv|txt)$/i, '');
  return kind === 'all' ? `${stem}.csv` : `${stem}-${kind}.csv`;
}

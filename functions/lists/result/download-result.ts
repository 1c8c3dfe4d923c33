import type { z } from 'zod/mini';
import { AppError } from '../../../shared/contract/errors.ts';
import type { listRoutes } from '../../../shared/contract/lists.ts';
import type { Language } from '../../../shared/model/account.ts';
import { attachmentName } from '../../../shared/model/attachment-name.ts';
import { LIST_STATUS } from '../../../shared/model/list-status.ts';
import { SAMPLE_LIST } from '../../../shared/model/sample-list.ts';
import { MAX_INLINE_DOWNLOAD_BYTES } from '../../../shared/model/upload-limits.ts';
import { type ResultKind, resultKey } from '../rules/blob-keys.ts';
import { resultOf } from '../rules/list.ts';
import { LINK_SECONDS } from '../rules/retention.ts';
import { BlobMissingError } from '../../platform/s3/blobs.ts';
import type { ListsDeps } from '../deps.ts';
import { downloadSample } from './sample-list.ts';
import { type Selection, selectRows } from './select-rows.ts';

export type Download =
  | { readonly kind: 'file'; readonly bytes: Uint8Array; readonly name: string }
  | { readonly kind: 'link'; readonly url: string; readonly expires_at: string };

type DownloadRequest = z.output<typeof listRoutes.download.body>;

/**
 * The result of a finished list, whole or only the rows with one verdict, as it was written when the
 * list was finished, or the rows and columns that are asked for: as a file while it is small, else
 * as a link.
 * @throws {AppError} `not_found`, `wrong_state` before the list is finished and for the sample as a
 *   workbook, `expired`, `too_many_for_sheet`
 */
export async function downloadResult(
  { lists, blobs, clock }: Pick<ListsDeps, 'blobs' | 'clock' | 'lists'>,
  userId: string,
  { file_id: listId, type, columns, format = 'csv', ...filter }: DownloadRequest,
  language: Language,
): Promise<Download> {
  const isSheet = format === 'xlsx';
  const isWhole = !isSheet && columns === undefined && Object.values(filter).every((each) => !each);
  const selection: Selection = { type, filter, columns, language, format };
  if (listId === SAMPLE_LIST) {
    const { name, bytes } = downloadSample(selection, isWhole);
    return { kind: 'file', bytes, name: fileName(name, isWhole ? type : 'selection', format) };
  }
  const list = await lists.get(userId, listId);
  if (!list) throw new AppError('not_found');
  if (list.status !== LIST_STATUS.finished) throw new AppError('wrong_state');
  if (list.expiresAt !== null && Date.parse(list.expiresAt) <= clock.now())
    throw new AppError('expired');

  const key = isWhole
    ? resultKey(resultOf(list), type)
    : await selectRows(blobs, list, selection).catch(expiredIfMissing);
  const size = await blobs.size(key);
  if (size === undefined) throw new AppError('expired');
  const name = fileName(list.name, isWhole ? type : 'selection', format);
  if (!isSheet && size <= MAX_INLINE_DOWNLOAD_BYTES)
    return { kind: 'file', bytes: await blobs.bytes(key), name };
  return {
    kind: 'link',
    url: await blobs.link(key, {
      disposition: attachmentName(name),
      mediaType: isSheet ? XLSX : 'text/csv',
      seconds: LINK_SECONDS,
    }),
    expires_at: new Date(clock.now() + LINK_SECONDS * 1000).toISOString(),
  };
}

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const expiredIfMissing = (error: unknown): never => {
  throw error instanceof BlobMissingError ? new AppError('expired', {}, { cause: error }) : error;
};

function fileName(name: string, kind: ResultKind | 'selection', format: string): string {
  const stem = name.replace(/\.(?:csv|txt)$/i, '');
  return kind === 'all' ? `${stem}.${format}` : `${stem}-${kind}.${format}`;
}

import type { z } from 'zod/mini';
import { AppError } from '../../../shared/contract/errors.ts';
import type { listRoutes } from '../../../shared/contract/lists.ts';
import type { Language } from '../../../shared/model/account.ts';
import { formatContentDisposition } from '../../../shared/model/content-disposition.ts';
import { LIST_STATUS } from '../../../shared/model/list-status.ts';
import { SAMPLE_LIST_ID } from '../../../shared/model/sample-list.ts';
import { MAX_INLINE_DOWNLOAD_BYTES } from '../../../shared/model/upload-limits.ts';
import { consumeOrThrow } from '../../access/limits/limits.ts';
import { userIdOf } from '../../access/rules/owner.ts';
import {
  type ResultKind,
  resultKey,
  parseSelectionCreatedAt,
  selectionKey,
  selectionsPrefix,
} from '../rules/blob-keys.ts';
import { type List, resultIdOf } from '../rules/list.ts';
import { DOWNLOAD_LINK_SECONDS } from '../rules/retention.ts';
import { BlobMissingError } from '../../platform/s3/blobs.ts';
import type { ListsDeps } from '../deps.ts';
import { downloadSample } from './sample-list.ts';
import { type RowSelection, selectRows } from './select-rows.ts';

type StoreSelectionDeps = Pick<ListsDeps, 'blobs' | 'clock' | 'ids'>;

/** Twice a presigned URL's lifetime, so that a download started just before expiry can finish. */
const IN_USE_MS = 2 * DOWNLOAD_LINK_SECONDS * 1000;
/** Maximum number of a user's selections that may still be in use. */
const MAX_SELECTIONS = 20;
/** Maximum bytes of a user's selections that may still be in use. */
const MAX_TOTAL_BYTES = 1_000_000_000;
const MAX_SELECTION_BYTES = 500_000_000;
/** Less than API Gateway's timeout of 29 s. A killed function would leave an unused object. */
const MAX_WRITE_MS = 25_000;

/**
 * Stores a selection, which the user downloads by a presigned URL. Deletes the user's selections
 * that are no longer in use; the bucket's lifecycle rule deletes the rest after a day.
 * @param startedAt when the selection was started, in epoch milliseconds
 * @throws {AppError} `too_many_requests` while too many are in use, `selection_too_large`
 */
async function storeSelection(
  deps: StoreSelectionDeps,
  list: List,
  file: AsyncIterable<Uint8Array>,
  startedAt: number,
): Promise<string> {
  await makeRoom(deps, list.userId);
  const key = selectionKey(list, deps.clock.now(), deps.ids.token(8));
  await deps.blobs.write(key, enforceLimits(file, deps, startedAt + MAX_WRITE_MS));
  return key;
}

async function makeRoom({ blobs, clock }: StoreSelectionDeps, userId: string): Promise<void> {
  const stored = await blobs.list(selectionsPrefix(userId));
  const isInUse = ({ key }: { key: string }) =>
    clock.now() - parseSelectionCreatedAt(key) < IN_USE_MS;
  await Promise.all(stored.filter((each) => !isInUse(each)).map(({ key }) => blobs.delete(key)));
  const inUse = stored.filter(isInUse);
  const bytes = inUse.reduce((sum, { size }) => sum + size, 0);
  if (inUse.length < MAX_SELECTIONS && bytes < MAX_TOTAL_BYTES) return;
  const oldest = Math.min(...inUse.map(({ key }) => parseSelectionCreatedAt(key)));
  const retryAfter = Math.ceil((oldest + IN_USE_MS - clock.now()) / 1000);
  throw new AppError('too_many_requests', { retryAfter });
}

async function* enforceLimits(
  file: AsyncIterable<Uint8Array>,
  { clock }: Pick<StoreSelectionDeps, 'clock'>,
  deadline: number,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of file) {
    bytes += chunk.length;
    if (bytes > MAX_SELECTION_BYTES || clock.now() > deadline)
      throw new AppError('selection_too_large');
    yield chunk;
  }
}

export type ResultDownload =
  | { readonly kind: 'file'; readonly bytes: Uint8Array; readonly name: string }
  | { readonly kind: 'link'; readonly url: string; readonly expires_at: string };

type DownloadRequest = z.output<typeof listRoutes.download.body>;

type DownloadResultDeps = Pick<
  ListsDeps,
  'activity' | 'blobs' | 'bouncedAddresses' | 'clock' | 'ids' | 'limits' | 'lists'
>;

/**
 * Returns the result of a finished list: a stored file, with all rows or the rows of one verdict,
 * or a selection of rows and columns, generated on each call. Small CSV files are returned in the
 * response, larger files and workbooks as a presigned URL.
 * @throws {AppError} `not_found`, `wrong_state` before the list is finished and for the sample as a
 *   workbook, `validation` for `include` with parameters that it replaces, `expired`,
 *   `too_many_for_sheet`, `selection_too_large`, `too_many_requests`
 */
export async function downloadResult(
  deps: DownloadResultDeps,
  userId: string,
  request: DownloadRequest,
  language: Language,
): Promise<ResultDownload> {
  const { lists, blobs, clock } = deps;
  const {
    file_id: listId,
    type,
    columns,
    format = 'csv',
    duplicates = true,
    bounced = true,
    ...filter
  } = request;
  if (
    filter.include &&
    (type !== 'all' || [request.duplicates, request.bounced].some((each) => each !== undefined))
  )
    throw new AppError('validation', { fields: { include: ['field.invalid'] } });
  const isSheet = format === 'xlsx';
  const isStoredFile =
    !isSheet && columns === undefined && bounced && Object.values(filter).every((each) => !each);
  const kind = isStoredFile ? type : 'selection';
  const rowFilter = { ...filter, duplicates, bounced };
  const selection: RowSelection = { type, filter: rowFilter, columns, language, format };
  if (listId === SAMPLE_LIST_ID) {
    const { name, bytes } = downloadSample(selection, isStoredFile && duplicates);
    return { kind: 'file', bytes, name: fileName(name, kind, format) };
  }
  const list = await lists.get(userId, listId);
  if (!list) throw new AppError('not_found');
  if (list.status !== LIST_STATUS.finished) throw new AppError('wrong_state');
  if (list.expiresAt !== null && Date.parse(list.expiresAt) <= clock.now())
    throw new AppError('expired');

  const name = fileName(list.name, kind, format);
  const key = resultKey(resultIdOf(list), type);
  const isSmall =
    (isStoredFile || filter.include !== undefined) &&
    (await sizeOf(blobs, key)) <= MAX_INLINE_DOWNLOAD_BYTES;
  let output: Uint8Array | string = key;
  if (!isStoredFile || (!duplicates && list.duplicates > 0))
    output = await makeSelection(deps, list, selection, isSmall).catch(expiredIfMissing);
  else if (isSmall) output = await blobs.bytes(key);
  // The customer must not get the file without an entry in the log.
  const entry = { kind: 'list', what: 'downloaded', target: listId, name: list.name } as const;
  await deps.activity.record(userIdOf(userId), entry);
  if (typeof output !== 'string') return { kind: 'file', bytes: output, name };
  return {
    kind: 'link',
    url: await blobs.link(output, {
      disposition: formatContentDisposition(name),
      mediaType: isSheet ? XLSX_MEDIA_TYPE : 'text/csv',
      seconds: DOWNLOAD_LINK_SECONDS,
    }),
    expires_at: new Date(clock.now() + DOWNLOAD_LINK_SECONDS * 1000).toISOString(),
  };
}

async function sizeOf(blobs: DownloadResultDeps['blobs'], key: string): Promise<number> {
  const size = await blobs.size(key);
  if (size === undefined) throw new AppError('expired');
  return size;
}

/**
 * Returns the bytes of a small CSV selection. Stores any other selection and returns its key.
 * @param isSmall whether the source is a small file, for which a higher rate limit or none applies
 */
async function makeSelection(
  deps: DownloadResultDeps,
  list: List,
  selection: RowSelection,
  isSmall: boolean,
): Promise<Uint8Array | string> {
  const limit = isSmall ? selection.filter.include && 'search_user' : 'select_user';
  if (limit) await consumeOrThrow(deps.limits, limit, userIdOf(list.userId));
  const startedAt = deps.clock.now();
  const file = selectRows(deps, list, selection);
  const head: Uint8Array[] = [];
  if (selection.format === 'csv') {
    let bytes = 0;
    while (bytes <= MAX_INLINE_DOWNLOAD_BYTES) {
      const { done, value } = await file.next();
      if (done) return Buffer.concat(head);
      head.push(value);
      bytes += value.length;
    }
  }
  const allChunks = async function* () {
    yield* head;
    yield* file;
  };
  return storeSelection(deps, list, allChunks(), startedAt);
}

const XLSX_MEDIA_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const expiredIfMissing = (error: unknown): never => {
  throw error instanceof BlobMissingError ? new AppError('expired', {}, { cause: error }) : error;
};

function fileName(name: string, kind: ResultKind | 'selection', format: string): string {
  const stem = name.replace(/\.(?:csv|txt)$/i, '');
  return kind === 'all' ? `${stem}.${format}` : `${stem}-${kind}.${format}`;
}

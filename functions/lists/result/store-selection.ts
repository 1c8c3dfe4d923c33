import { AppError } from '../../../shared/contract/errors.ts';
import type { ListsDeps } from '../deps.ts';
import { parseSelectionCreatedAt, selectionKey, selectionsPrefix } from '../rules/blob-keys.ts';
import type { List } from '../rules/list.ts';
import { DOWNLOAD_LINK_SECONDS } from '../rules/retention.ts';

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
export async function storeSelection(
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

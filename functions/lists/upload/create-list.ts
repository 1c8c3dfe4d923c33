import { AppError } from '../../../shared/contract/errors.ts';
import { LIST_STATUS } from '../../../shared/model/list-status.ts';
import { type Caller, starterOf } from '../../access/authenticate.ts';
import { enforceTrialUploadLimit, createUploadIdempotently } from './create-upload.ts';
import type { ListsDeps } from '../deps.ts';
import type { WebhooksDeps } from '../../webhooks/deps.ts';
import { isEndpointVisibleTo } from '../../webhooks/require-endpoint.ts';
import { mayReceiveEvent } from '../../webhooks/rules/endpoint.ts';
import { addressOfCell } from '../../../shared/list-file/address-cell.ts';
import { SAMPLED_ROWS } from '../../../shared/list-file/choose-column.ts';
import { quoteCell } from '../../../shared/list-file/csv.ts';
import { uploadBlobKey } from '../rules/blob-keys.ts';
import type { List } from '../rules/list.ts';

type CreateListDeps = Pick<ListsDeps, 'blobs' | 'clock' | 'ids' | 'limits' | 'lists' | 'queues'> &
  Pick<WebhooksDeps, 'endpoints'>;

interface NewListRequest {
  readonly caller: Caller;
  readonly name: string | undefined;
  readonly emails: readonly string[];
  /** The only endpoint to notify about the list. */
  readonly webhook: string | undefined;
  /** The caller's idempotency key. Requests with the same key share one list. */
  readonly requestKey: string;
}

const DEFAULT_NAME = 'addresses';

/**
 * Format of the files that `fileOf` creates: a header and one quoted entry per row. An empty entry
 * becomes a space, because many programs skip a blank line of the result.
 */
const FILE_HINTS = { column: 1, encoding: 'utf-8', strict: true, header: true } as const;
const fileOf = (entries: readonly string[]): Uint8Array =>
  Buffer.from(['email', ...entries].map((cell) => `${quoteCell(cell || ' ')}\r\n`).join(''));

/**
 * Creates a list with a row for each entry, which is then processed like an uploaded file. A repeated request
 * returns the list in its current state, and completes an interrupted first attempt.
 * @throws {AppError} `no_address` if the first entries contain no address; `request_reused` if the
 * key was used for another request or a deleted list; `validation` for an unusable endpoint;
 * `too_many_requests`
 */
export async function createListOfAddresses(
  deps: CreateListDeps,
  { caller, name = DEFAULT_NAME, emails, webhook, requestKey }: NewListRequest,
): Promise<List> {
  const { blobs, clock, lists, queues } = deps;
  const userId = caller.ownerId;
  if (!emails.slice(0, SAMPLED_ROWS).some((each) => addressOfCell(each).includes('@')))
    throw new AppError('no_address');
  const endpoint = webhook && (await deps.endpoints.get(userId, webhook, caller.account));
  if (
    webhook &&
    !(
      endpoint &&
      isEndpointVisibleTo(caller, endpoint) &&
      mayReceiveEvent(endpoint, 'list.finished')
    )
  )
    throw new AppError('validation', { fields: { webhook: ['error.not_found'] } });
  const now = clock.now();
  const upload = {
    userId,
    listId: deps.ids.ulid(now),
    name,
    sourceName: `${DEFAULT_NAME}.csv`,
    createdAt: new Date(now).toISOString(),
    ...starterOf(caller),
    ...FILE_HINTS,
    ...(webhook !== undefined && { webhook }),
  };
  const requestContent = [name, emails, webhook].filter((part) => part !== undefined);
  const { listId, list: existing } = await createUploadIdempotently(
    deps,
    upload,
    requestKey,
    requestContent,
  );
  if (existing && existing.status !== LIST_STATUS.waiting) return existing;
  if (!existing) {
    await enforceTrialUploadLimit(deps, caller.account);
    await blobs.put(uploadBlobKey(userId, listId), fileOf(emails));
  }
  const list = await lists.create(userId, listId, now);
  if (!list) throw new AppError('request_reused');
  // Ingest ignores the S3 event for the file, because the list already exists.
  await queues.sendList({ kind: 'ingest', v: 1, userId, listId });
  return list;
}

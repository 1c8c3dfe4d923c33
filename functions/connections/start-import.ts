import { AppError } from '../../shared/contract/errors.ts';
import type { ContactImport } from '../../shared/contract/connections.ts';
import { DAY_MS } from '../../shared/model/duration.ts';
import { MAX_ADDRESSES, MAX_LIST_NAME_LENGTH } from '../../shared/model/upload-limits.ts';
import { type Caller, starterOf } from '../access/authenticate.ts';
import {
  createUploadIdempotently,
  enforceTrialUploadLimit,
} from '../lists/upload/create-upload.ts';
import { isRecheckId } from '../lists/rules/recheck-id.ts';
import type { ExpectedUpload } from '../lists/rules/list.ts';
import type { StoredConnection } from './adapters/connections.ts';
import type { StoredImport } from './rules/import.ts';
import {
  callConnection,
  type CallConnectionDeps,
  requireConnection,
  translateFailure,
} from './call-connection.ts';
import type { ConnectionsDeps } from './deps.ts';
import { sendIntents } from './run-work.ts';

/** How long an import is listed after its start. */
export const IMPORT_RETENTION_DAYS = 90;

const MAX_SHOWN_IMPORTS = 20;

interface ImportRequest {
  readonly caller: Caller;
  readonly connectionId: string;
  readonly audienceId: string;
  /** Names of the audience and of the list. */
  readonly audience: string;
  readonly name: string | undefined;
  /** Whether the list has columns with names. */
  readonly names: boolean;
  /** Requests with the same key share one import. */
  readonly requestKey: string;
}

export const toContactImport = (stored: StoredImport): ContactImport => ({
  id: stored.importId,
  connection_id: stored.connectionId,
  service: stored.service,
  audience: stored.audience,
  state: stored.state,
  error: stored.error ?? null,
  read: stored.read,
  expected: stored.expected,
  created_at: stored.createdAt,
});

/**
 * @param started newest first. Omits imports for checks of watched lists, which are shown with
 * their lists.
 */
export const shownImports = (started: readonly StoredImport[]): ContactImport[] =>
  started
    .filter(({ importId }) => !isRecheckId(importId))
    .slice(0, MAX_SHOWN_IMPORTS)
    .map(toContactImport);

/** @param now epoch milliseconds */
export const newImport = (
  importId: string,
  { id: connectionId, service, audienceId }: NonNullable<ExpectedUpload['source']>,
  settings: Pick<StoredImport, 'userId' | 'audience' | 'names' | 'startedBy' | 'expected'>,
  now: number,
): StoredImport => ({
  ...settings,
  importId,
  connectionId,
  service,
  audienceId,
  state: 'reading',
  read: 0,
  parts: [],
  isRead: false,
  version: 1,
  createdAt: new Date(now).toISOString(),
  ttl: Math.ceil((now + IMPORT_RETENTION_DAYS * DAY_MS) / 1000),
});

/**
 * Returns the settings of the upload that the import becomes, which describe the file of
 * `ContactParts`.
 */
const uploadOf = (
  { caller, audience, audienceId, name }: ImportRequest,
  { id, service }: StoredConnection,
  listId: string,
  createdAt: string,
): ExpectedUpload => ({
  userId: caller.ownerId,
  listId,
  source: { id, service, audienceId },
  name: name ?? audience.slice(0, MAX_LIST_NAME_LENGTH),
  sourceName: 'contacts.csv',
  createdAt,
  ...starterOf(caller),
  column: 1,
  encoding: 'utf-8',
  strict: true,
  header: true,
});

/**
 * Starts to import an audience, which becomes a list like an uploaded file. A repeated request
 * returns the import in its current state, and completes an interrupted first attempt.
 * @throws {AppError} `not_found`, `service_failed` (also with the reasons `no_contacts` and
 *   `too_many_contacts`), `request_reused`, `too_many_requests`
 */
export async function startImport(
  deps: CallConnectionDeps &
    Pick<ConnectionsDeps, 'clock' | 'connectionsQueue' | 'ids' | 'imports' | 'limits' | 'lists'>,
  request: ImportRequest,
): Promise<StoredImport> {
  const { clock, connectionsQueue, ids, imports } = deps;
  const { caller, audienceId, audience, names } = request;
  const userId = caller.ownerId;
  const connection = await requireConnection(deps, userId, request.connectionId);
  const expected = await translateFailure(
    callConnection(deps, connection, (service, call) => service.countContacts(call, audienceId)),
  );
  const reason = expected === 0 ? 'no_contacts' : expected > MAX_ADDRESSES && 'too_many_contacts';
  if (reason) throw new AppError('service_failed', { body: { reason } });
  const now = clock.now();
  const createdAt = new Date(now).toISOString();
  const upload = uploadOf(request, connection, ids.ulid(now), createdAt);
  const content = ['import', connection.id, audienceId, upload.name, names];
  const { listId, list } = await createUploadIdempotently(
    deps,
    upload,
    request.requestKey,
    content,
  );
  const source = { id: connection.id, service: connection.service, audienceId };
  const settings = { userId, audience, names, startedBy: caller.person?.id, expected };
  const started = newImport(listId, source, settings, now);
  if (!list) {
    await enforceTrialUploadLimit(deps, caller.account);
    const message = { kind: 'import', v: 1, userId, importId: listId } as const;
    await sendIntents(deps, [message]);
    await imports.add(started);
    await connectionsQueue.send([message]);
  }
  return (await imports.get(userId, listId)) ?? started;
}

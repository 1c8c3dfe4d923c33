import { quoteCell } from '../../shared/list-file/csv.ts';
import type { ImportMessage } from '../../shared/messages/connections.ts';
import type { IMPORT_ERRORS } from '../../shared/model/connections/connection.ts';
import { MAX_ADDRESSES } from '../../shared/model/upload-limits.ts';
import { uploadBlobKey } from '../lists/rules/blob-keys.ts';
import type { LogFields } from '../platform/log.ts';
import { runGuarded } from '../platform/queue/run-guard.ts';
import { countRun, recordFailedRun, slotRetrySeconds } from '../platform/rules/runs.ts';
import { MAX_DELAY_SECONDS } from '../platform/sqs/max-delay.ts';
import { callConnection, type CallConnectionDeps } from './call-connection.ts';
import type { ConnectionsDeps } from './deps.ts';
import { type ContactSet, createContactSet } from './contact-set.ts';
import { importPartKey, MAX_RUN_MS, type StoredImport } from './rules/import.ts';
import { type Contact, type Service, type ServiceCall, ServiceError } from './rules/service.ts';

type ReadContactsDeps = CallConnectionDeps &
  Pick<
    ConnectionsDeps,
    'blobs' | 'clock' | 'connectionsQueue' | 'env' | 'ids' | 'imports' | 'lists' | 'log' | 'queues'
  >;
type ImportError = (typeof IMPORT_ERRORS)[number];

/** Size of a part, from which an interrupted run loses less. */
const PART_BYTES = 1024 * 1024;
/** Time after which a run starts no further page. */
const READ_MS = 70_000;
/** How long runs may fail before the import fails. */
const MAX_FAILING_MS = 45 * 60_000;

const isFinal = ({ state }: StoredImport): boolean => state === 'finished' || state === 'failed';

/**
 * Reads the contacts of an audience page by page into parts, from the stored cursor on, and joins
 * the parts into the file of a list. Any number of runs may be killed at any point: a part counts
 * once the import names it together with the cursor behind it.
 */
export async function readContacts(
  deps: ReadContactsDeps,
  { userId, importId }: ImportMessage,
): Promise<LogFields> {
  const { clock, env, imports, log } = deps;
  const run = { list: importId };
  const found = await imports.get(userId, importId);
  if (!found || isFinal(found)) return { ...run, outcome: 'noop' };
  const now = clock.now();
  const begun = { state: 'reading', ...countRun(found, MAX_RUN_MS, now) } as const;
  const isFree = await imports.acquireSlot(found, now);
  const current = isFree ? await imports.change(found, begun) : undefined;
  if (!current) {
    await resend(deps, found, slotRetrySeconds(now - Date.parse(found.createdAt)));
    return { ...run, outcome: 'deferred' };
  }
  const outcome = await runGuarded(log, now, {
    fields: run,
    runs: current,
    maxFailingMs: MAX_FAILING_MS / env.TIME_SCALE,
    giveUp: () => fail(deps, current, 'unavailable'),
    fail: (error) => handleFailure(deps, current, error),
    run: () => continueImport(deps, current),
  });
  return { ...run, ...outcome };
}

const resend = (
  { connectionsQueue }: Pick<ReadContactsDeps, 'connectionsQueue'>,
  { userId, importId }: StoredImport,
  seconds = 0,
): Promise<void> =>
  connectionsQueue.send(
    [{ kind: 'import', v: 1, userId, importId }],
    Math.min(MAX_DELAY_SECONDS, Math.ceil(seconds)),
  );

/** Ends the import, and deletes what was read with the upload that will not arrive. */
async function fail(
  { clock, imports, lists }: ReadContactsDeps,
  { userId, importId }: StoredImport,
  error: ImportError,
): Promise<LogFields> {
  const latest = await imports.get(userId, importId);
  if (!latest || !(await imports.change(latest, { state: 'failed', error })))
    return { outcome: 'stale' };
  await lists.deleteUpload(userId, importId, clock.now());
  return { outcome: 'refused', reason: error };
}

/** Decides by the service's answer whether the import ends, waits, or is tried again. */
async function handleFailure(
  deps: ReadContactsDeps,
  begun: StoredImport,
  error: unknown,
): Promise<LogFields> {
  const { clock, imports } = deps;
  const current = await imports.get(begun.userId, begun.importId);
  if (!current || isFinal(current)) return { outcome: 'stale' };
  const failure = error instanceof ServiceError ? error.failure : undefined;
  if (failure === 'limited' && error instanceof ServiceError) {
    await imports.change(current, { attempts: 0, attemptedAt: undefined });
    await resend(deps, current, (error.retryAfterMs ?? 0) / 1000);
    return { outcome: 'deferred' };
  }
  if (failure === 'revoked') {
    await imports.change(current, { state: 'paused', attempts: 0, attemptedAt: undefined });
    return { outcome: 'deferred', reason: failure };
  }
  if (failure !== undefined && failure !== 'unavailable') return fail(deps, current, failure);
  if (error instanceof RangeError) return fail(deps, current, 'too_many_contacts');
  const failed = recordFailedRun(current, clock.now());
  await imports.change(current, { ...failed, attemptedAt: undefined });
  throw error;
}

async function continueImport(deps: ReadContactsDeps, begun: StoredImport): Promise<LogFields> {
  const { connections, imports, lists } = deps;
  const { userId, importId } = begun;
  if (!(await lists.expectsUpload(userId, importId)) && !(await lists.get(userId, importId)))
    return fail(deps, begun, 'not_found');
  let current: StoredImport | undefined = begun;
  if (!begun.isRead) {
    const connection = await connections.get(userId, begun.connectionId);
    if (!connection) return fail(deps, begun, 'revoked');
    current = await callConnection(deps, connection, (service, call) =>
      readPages(deps, begun, service, call),
    );
  }
  if (!current) return { outcome: 'stale' };
  if (current.isRead) return finish(deps, current);
  // The next run continues at once, so this one does not count as killed.
  await imports.change(current, { attempts: 0, attemptedAt: undefined, failingSince: undefined });
  await resend(deps, current);
  return { outcome: 'requeued', rows: current.read };
}

async function readKnownContacts(
  { blobs }: Pick<ReadContactsDeps, 'blobs'>,
  { importId, parts }: StoredImport,
): Promise<ContactSet> {
  const contacts = createContactSet(MAX_ADDRESSES);
  for (const part of parts)
    contacts.addHashes(await blobs.bytes(importPartKey(importId, part, 'ids')));
  return contacts;
}

const rowOf = ({ email, id, firstName = '', lastName = '' }: Contact, names: boolean): string =>
  `${[email, id, ...(names ? [firstName, lastName] : [])].map(quoteCell).join(',')}\r\n`;

/** Returns the import after the last stored part; undefined if another run has changed it. */
async function readPages(
  deps: ReadContactsDeps,
  begun: StoredImport,
  service: Service,
  call: ServiceCall,
): Promise<StoredImport | undefined> {
  const { blobs, clock, ids, imports } = deps;
  const { importId, audienceId, names } = begun;
  const end = clock.now() + READ_MS;
  const known = await readKnownContacts(deps, begun);
  let current: StoredImport | undefined = begun;
  let { cursor } = begun;
  do {
    let rows = current.parts.length === 0 ? headerOf(names) : '';
    const hashes: Buffer[] = [];
    do {
      const page = await service.readContacts(call, audienceId, cursor);
      cursor = page.next;
      for (const contact of page.items) {
        const added = contact.email === '' ? undefined : known.add(contact.id);
        if (added) {
          hashes.push(added);
          rows += rowOf(contact, names);
        }
      }
    } while (cursor !== undefined && rows.length < PART_BYTES && clock.now() < end);
    const part = ids.token(6);
    await blobs.put(importPartKey(importId, part, 'rows'), rows);
    await blobs.put(importPartKey(importId, part, 'ids'), Buffer.concat(hashes));
    current = await imports.change(current, {
      parts: [...current.parts, part],
      read: current.read + hashes.length,
      cursor,
      isRead: cursor === undefined,
      failingSince: undefined,
    });
  } while (current && !current.isRead && clock.now() < end);
  return current;
}

const headerOf = (names: boolean): string =>
  `${['email', 'contact_id', ...(names ? ['first_name', 'last_name'] : [])].map(quoteCell).join(',')}\r\n`;

/** Joins the parts into the file of the list, and starts the list. */
async function finish(deps: ReadContactsDeps, current: StoredImport): Promise<LogFields> {
  const { blobs, clock, imports, lists, queues } = deps;
  const { userId, importId, parts, read } = current;
  if (read === 0) return fail(deps, current, 'no_contacts');
  if (!(await lists.get(userId, importId))) {
    await blobs.write(uploadBlobKey(userId, importId), readParts());
    // Ingest ignores the S3 event for the file, because the list already exists.
    await lists.create(userId, importId, clock.now());
  }
  async function* readParts(): AsyncGenerator<Uint8Array> {
    for (const part of parts) yield* blobs.read(importPartKey(importId, part, 'rows'));
  }
  await queues.sendList({ kind: 'ingest', v: 1, userId, listId: importId });
  await imports.change(current, { state: 'finished' });
  return { outcome: 'done', rows: read };
}

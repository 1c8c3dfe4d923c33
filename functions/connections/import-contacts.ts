import { quoteCell } from '../../shared/list-file/csv.ts';
import type { ImportMessage } from '../../shared/messages/connections.ts';
import { MAX_ADDRESSES } from '../../shared/model/upload-limits.ts';
import { importPartKey, uploadBlobKey } from '../lists/rules/blob-keys.ts';
import { type ContactSet, createContactSet } from '../lists/recheck/contact-set.ts';
import { awaitsContacts } from '../lists/rules/list.ts';
import { isRecheckId } from '../lists/rules/recheck-id.ts';
import { recordContacts } from '../lists/rules/transitions.ts';
import { endCheck } from '../lists/watch/stop-list-watch.ts';
import type { LogFields } from '../platform/log.ts';
import { callConnection, type CallConnectionDeps } from './call-connection.ts';
import type { ConnectionsDeps } from './deps.ts';
import { toContactImport } from './start-import.ts';
import type { StoredImport } from './rules/import.ts';
import type { Contact, Service, ServiceCall } from './rules/service.ts';
import { continueLater, endWithEvent, failWork, RUN_MS, runWork, type Work } from './run-work.ts';

type ImportContactsDeps = CallConnectionDeps &
  Pick<
    ConnectionsDeps,
    | 'blobs'
    | 'clock'
    | 'connectionsQueue'
    | 'env'
    | 'ids'
    | 'imports'
    | 'lists'
    | 'log'
    | 'outbox'
    | 'queues'
    | 'webhookQueue'
  >;

/** Size of a stored part. An interrupted run loses less than one part. */
const PART_BYTES = 1024 * 1024;

/**
 * Reads the contacts of an audience page by page into parts, from the stored cursor on, and joins
 * the parts into the file of a list. A part counts once the import names it together with the
 * cursor behind it.
 */
export const importContacts = (
  deps: ImportContactsDeps,
  { userId, importId, unlessBegun }: ImportMessage,
): Promise<LogFields> => runWork(deps, importWork(deps, userId, importId), unlessBegun);

const importWork = (
  deps: ImportContactsDeps,
  userId: string,
  importId: string,
): Work<StoredImport> => {
  const { connectionsQueue, imports } = deps;
  const work: Work<StoredImport> = {
    fields: { list: importId },
    async find() {
      const found = await imports.get(userId, importId);
      return found?.state === 'finished' || found?.state === 'failed' ? undefined : found;
    },
    startOf: ({ createdAt }) => createdAt,
    runningState: () => 'reading',
    acquireSlot: imports.acquireSlot,
    change: imports.change,
    resend: (seconds) =>
      connectionsQueue.send([{ kind: 'import', v: 1, userId, importId }], seconds),
    fail: (latest, error) => fail(deps, latest, error),
    run: (begun) => continueImport(deps, work, begun),
  };
  return work;
};

/**
 * Fails the import, and deletes the contacts that were read and the upload that will not arrive.
 * First ends the check for which the contacts were read, so that a retry completes an interrupted
 * call.
 */
async function fail(
  deps: ImportContactsDeps,
  latest: StoredImport,
  error: StoredImport['error'],
): Promise<StoredImport | undefined> {
  const { userId, importId } = latest;
  const check = await deps.lists.get(userId, importId);
  if (check && awaitsContacts(check)) await endCheck(deps, check, 'connection_failed');
  const ended = await endImport(deps, latest, { state: 'failed', error });
  if (ended) await deps.lists.deleteUpload(userId, importId, deps.clock.now());
  return ended;
}

/** Returns undefined if another run has changed the import. */
function endImport(
  deps: ImportContactsDeps,
  current: StoredImport,
  to: Pick<StoredImport, 'state' | 'error'>,
): Promise<StoredImport | undefined> {
  const { userId, importId: subject } = current;
  // The event `list.changed` reports the check of a watched list.
  if (isRecheckId(subject)) return deps.imports.change(current, to);
  const data = toContactImport({ ...current, ...to });
  return endWithEvent(deps, { userId, type: 'import.finished', subject, data }, (write) =>
    deps.imports.change(current, to, write),
  );
}

async function continueImport(
  deps: ImportContactsDeps,
  work: Work<StoredImport>,
  begun: StoredImport,
): Promise<LogFields> {
  const { connections, lists } = deps;
  const { userId, importId } = begun;
  const list = await lists.get(userId, importId);
  const isWanted = list
    ? list.endDate === null || begun.isRead
    : await lists.expectsUpload(userId, importId);
  if (!isWanted) return failWork(work, 'not_found');
  let current: StoredImport | undefined = begun;
  if (!begun.isRead) {
    const connection = await connections.get(userId, begun.connectionId);
    if (!connection) return failWork(work, 'revoked');
    try {
      current = await callConnection(deps, connection, (service, call) =>
        readPages(deps, begun, service, call),
      );
    } catch (error) {
      if (error instanceof RangeError) return failWork(work, 'too_many_contacts');
      throw error;
    }
  }
  if (!current) return { outcome: 'stale' };
  if (current.isRead) return finish(deps, work, current);
  return { ...(await continueLater(work, current)), rows: current.read };
}

async function readKnownContacts(
  { blobs }: Pick<ImportContactsDeps, 'blobs'>,
  { importId, parts }: StoredImport,
): Promise<ContactSet> {
  const contacts = createContactSet(MAX_ADDRESSES);
  for (const part of parts)
    contacts.addHashes(await blobs.bytes(importPartKey(importId, part, 'ids')));
  return contacts;
}

/** Index of the column with the services' ids of contacts in the file, and thus in results. */
export const CONTACT_ID_COLUMN = 1;
const rowOf = ({ email, id, firstName = '', lastName = '' }: Contact, names: boolean): string =>
  `${[email, id, ...(names ? [firstName, lastName] : [])].map(quoteCell).join(',')}\r\n`;

/** Returns the import after the last stored part; undefined if another run has changed it. */
async function readPages(
  deps: ImportContactsDeps,
  begun: StoredImport,
  service: Service,
  call: ServiceCall,
): Promise<StoredImport | undefined> {
  const { blobs, clock, ids, imports } = deps;
  const { importId, audienceId, names } = begun;
  const end = clock.now() + RUN_MS;
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
async function finish(
  deps: ImportContactsDeps,
  work: Work<StoredImport>,
  current: StoredImport,
): Promise<LogFields> {
  const { blobs, clock, lists, queues } = deps;
  const { userId, importId, parts, read } = current;
  const list = await lists.get(userId, importId);
  const isCheck = isRecheckId(importId);
  // All contacts of a watched list may have left.
  if (read === 0 && !isCheck) return failWork(work, 'no_contacts');
  if (isCheck) {
    if (list) await lists.update(list, recordContacts(list, parts, clock.now()));
  } else if (!list) {
    await blobs.write(uploadBlobKey(userId, importId), readParts());
    // Ingest ignores the S3 event for the file, because the list already exists.
    await lists.create(userId, importId, clock.now());
  }
  async function* readParts(): AsyncGenerator<Uint8Array> {
    for (const part of parts) yield* blobs.read(importPartKey(importId, part, 'rows'));
  }
  await queues.sendList({ kind: 'ingest', v: 1, userId, listId: importId });
  const isEnded = await endImport(deps, current, { state: 'finished' });
  return isEnded ? { outcome: 'done', rows: read } : { outcome: 'stale' };
}

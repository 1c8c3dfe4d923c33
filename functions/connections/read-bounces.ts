import { AppError } from '../../shared/contract/errors.ts';
import type { BounceReadMessage } from '../../shared/messages/connections.ts';
import { MAX_REPORTED_ROWS } from '../../shared/model/bounces/bounce.ts';
import { MAX_ADDRESSES, MAX_LIST_NAME_LENGTH } from '../../shared/model/upload-limits.ts';
import { isActive } from '../access/role.ts';
import { createReport } from '../bounces/create-report.ts';
import { type ContactSet, createContactSet } from '../lists/recheck/contact-set.ts';
import type { LogFields } from '../platform/log.ts';
import { callConnection, type CallConnectionDeps, nameOf } from './call-connection.ts';
import type { ConnectionsDeps } from './deps.ts';
import {
  bouncePartKey,
  isReplacedBy,
  nextBounceRead,
  type StoredBounceRead,
} from './rules/bounce-read.ts';
import type { Service, ServiceBounce, ServiceCall } from './rules/service.ts';
import { continueLater, RUN_MS, runWork, type Work } from './run-work.ts';

type ReadBouncesDeps = CallConnectionDeps &
  Parameters<typeof createReport>[0] &
  Pick<ConnectionsDeps, 'bounceReads' | 'connectionsQueue' | 'env' | 'log'>;

/**
 * Number of bounces after which a part is stored. An interrupted run loses only bounces after the
 * last part.
 */
const PART_SIZE = 5000;
/** Longest address (RFC 5321 §4.5.3.1.3), because the service's data is untrusted. */
const MAX_ADDRESS_LENGTH = 254;
/** Longest text of a bounce that a report stores. */
const MAX_TEXT_LENGTH = 500;

/**
 * Reads the bounces of an account at a service page by page into parts, from the stored cursor on,
 * and reports the ones that no earlier read has found. A part counts once the stored read names it
 * together with the cursor behind it. The report leaves out bounces that precede our verdict.
 */
export async function readBounces(
  deps: ReadBouncesDeps,
  message: BounceReadMessage,
): Promise<LogFields> {
  const { userId, connectionId, day } = message;
  const found = await deps.bounceReads.get(userId, connectionId);
  if (!found || isReplacedBy(found, day)) {
    if (!(await beginRead(deps, message, found))) return { id: connectionId, outcome: 'noop' };
  } else if (found.state === 'finished') {
    await deleteRows(deps, found);
  }
  return runWork(deps, bounceWork(deps, message));
}

/** Returns false if there is nothing to read: the account is closed, or its key is gone or refused. */
async function beginRead(
  deps: ReadBouncesDeps,
  { userId, connectionId, day }: BounceReadMessage,
  former: StoredBounceRead | undefined,
): Promise<boolean> {
  const { accounts, bounceReads, clock, connections } = deps;
  const connection = await connections.get(userId, connectionId);
  if (!connection) await connections.endReads({ userId, id: connectionId });
  if (connection?.state !== 'active' || !isActive(await accounts.get(userId))) return false;
  const next = nextBounceRead({ userId, connectionId }, former, day, clock.now());
  if (!(await bounceReads.add(next))) return false;
  if (former) await deleteRows(deps, former);
  return true;
}

async function deleteRows(
  { blobs }: Pick<ReadBouncesDeps, 'blobs'>,
  read: StoredBounceRead,
): Promise<void> {
  for (const { name } of read.parts) await blobs.delete(bouncePartKey(read, name, 'rows'));
}

function bounceWork(deps: ReadBouncesDeps, message: BounceReadMessage): Work<StoredBounceRead> {
  const { bounceReads, connectionsQueue } = deps;
  const { userId, connectionId, day } = message;
  const work: Work<StoredBounceRead> = {
    fields: { id: connectionId },
    async find() {
      const found = await bounceReads.get(userId, connectionId);
      const hasEnded =
        found?.state === 'finished' || (found?.state === 'failed' && found.day === day);
      return !found || hasEnded || found.day > day ? undefined : found;
    },
    startOf: ({ startedAt }) => startedAt,
    runningState: () => 'reading',
    acquireSlot: bounceReads.acquireSlot,
    change: bounceReads.change,
    resend: (seconds) => connectionsQueue.send([message], seconds),
    // The next day makes up for it: its message reports the parts, and counts its runs from zero.
    fail: (latest, error) =>
      bounceReads.change(latest, { state: 'failed', error, attempts: 0, failingSince: undefined }),
    run: (begun) => continueRead(deps, work, begun),
  };
  return work;
}

async function continueRead(
  deps: ReadBouncesDeps,
  work: Work<StoredBounceRead>,
  begun: StoredBounceRead,
): Promise<LogFields> {
  const connection = await deps.connections.get(begun.userId, begun.connectionId);
  if (!connection) {
    const ended = { state: 'failed', error: 'revoked', isRead: false } as const;
    if (await deps.bounceReads.change(begun, ended)) await deleteRows(deps, begun);
    return { outcome: 'refused', reason: 'revoked' };
  }
  const current = begun.isRead
    ? begun
    : await callConnection(deps, connection, (service, call) =>
        readPages(deps, begun, service, call),
      );
  if (!current) return { outcome: 'stale' };
  if (current.isRead) return report(deps, current, nameOf(connection));
  const { bouncePauseMs = 0 } = deps.services[connection.service];
  return continueLater(work, current, bouncePauseMs / 1000);
}

async function readKnownBounces(
  { blobs }: Pick<ReadBouncesDeps, 'blobs'>,
  read: StoredBounceRead,
): Promise<ContactSet> {
  const bounces = createContactSet(MAX_ADDRESSES);
  for (const { name } of [...read.known, ...read.parts])
    bounces.addHashes(await blobs.bytes(bouncePartKey(read, name, 'ids')));
  return bounces;
}

const toRow = ({ email, type, text = '', at }: ServiceBounce) => ({
  email,
  text: text.slice(0, MAX_TEXT_LENGTH),
  // Some services use type names as the text.
  type: [type, ...(text === '' ? [] : [text])].join(' / ').slice(0, 100),
  at,
});
type Row = ReturnType<typeof toRow>;

/** Returns the read after the last stored page; undefined if another run has changed it. */
async function readPages(
  deps: ReadBouncesDeps,
  begun: StoredBounceRead,
  service: Service,
  call: ServiceCall,
): Promise<StoredBounceRead | undefined> {
  const { blobs, bounceReads, clock, ids } = deps;
  const end = clock.now() + RUN_MS;
  const known = await readKnownBounces(deps, begun);
  let current: StoredBounceRead | undefined = begun;
  let { cursor } = begun;
  const mayContinue = (): boolean =>
    cursor !== undefined && service.bouncePauseMs === undefined && clock.now() < end;
  do {
    const rows: Row[] = [];
    const hashes: Buffer[] = [];
    do {
      const page = await service.readBounces?.(call, begun.since, cursor);
      cursor = page?.next;
      for (const bounce of page?.items ?? []) {
        const { email, type, at } = bounce;
        if (!(at <= clock.now()) || email.length > MAX_ADDRESS_LENGTH) continue;
        const added = known.add(JSON.stringify([email, type, at]));
        if (!added) continue;
        hashes.push(added);
        rows.push(toRow(bounce));
      }
    } while (rows.length < PART_SIZE && mayContinue());
    const name = ids.token(6);
    if (rows.length > 0) {
      await blobs.put(bouncePartKey(begun, name, 'rows'), JSON.stringify(rows));
      await blobs.put(bouncePartKey(begun, name, 'ids'), Buffer.concat(hashes));
    }
    current = await bounceReads.change(current, {
      parts: [...current.parts, ...(rows.length > 0 ? [{ name, at: clock.now() }] : [])],
      cursor,
      isRead: cursor === undefined,
      failingSince: undefined,
    });
  } while (current && mayContinue());
  return current;
}

/** Reports the new bounces. Repeating this creates no second report. */
async function report(
  deps: ReadBouncesDeps,
  current: StoredBounceRead,
  account: string,
): Promise<LogFields> {
  const { userId, connectionId, day, parts, startedAt } = current;
  const name = `${account.slice(0, MAX_LIST_NAME_LENGTH - day.length - 1)} ${day}`;
  let rows: Row[] = [];
  let reports = 0;
  let total = 0;
  async function send(): Promise<void> {
    if (rows.length === 0) return;
    const key = `bounces:${connectionId}:${startedAt}:${reports}`;
    try {
      await createReport(deps, userId, { name, rows, connectionId }, key);
    } catch (error) {
      // An interrupted run created the report, which has since been deleted.
      if (!(error instanceof AppError && error.code === 'request_reused')) throw error;
    }
    reports += 1;
    total += rows.length;
    rows = [];
  }
  for (const part of parts) {
    const bytes = await deps.blobs.bytes(bouncePartKey(current, part.name, 'rows'));
    for (const row of JSON.parse(Buffer.from(bytes).toString()) as Row[]) {
      rows.push(row);
      if (rows.length === MAX_REPORTED_ROWS) await send();
    }
  }
  await send();
  const ended = { state: 'finished', readAt: startedAt, error: undefined } as const;
  if (!(await deps.bounceReads.change(current, ended))) return { outcome: 'stale' };
  await deleteRows(deps, current);
  return { outcome: 'done', rows: total };
}

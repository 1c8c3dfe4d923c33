import * as z from 'zod/mini';
import { IMPORT_STATES, SERVICE_FAILURES } from '../../../shared/model/connections/connection.ts';
import { DAY_MS } from '../../../shared/model/duration.ts';
import { bounceReportsPrefix } from '../../lists/rules/blob-keys.ts';
import { storedRuns } from '../../platform/rules/runs.ts';

/**
 * Services report some bounces days after the campaign, so each read starts this long before the
 * end of the last.
 */
const OVERLAP_MS = 7 * DAY_MS;
/** Maximum age of the bounces that a read includes after earlier reads failed. */
export const MAX_AGE_MS = 30 * DAY_MS;
const HOURS = 24;

/** Bounces that were read together, and the start of their read, in epoch milliseconds. */
const part = z.object({ name: z.string(), at: z.number() });

export const storedBounceRead = z.object({
  userId: z.string(),
  connectionId: z.string(),
  /** The day of the read, as in `2026-11-29`. */
  day: z.string(),
  state: z.enum(IMPORT_STATES),
  error: z.optional(z.enum(SERVICE_FAILURES)),
  /** Start of the time whose bounces are read, in epoch milliseconds. */
  since: z.number(),
  /** Start of the read. ISO 8601 UTC. */
  startedAt: z.string(),
  /** Start of the last finished read. ISO 8601 UTC. */
  readAt: z.optional(z.string()),
  /** Cursor of the next page; undefined before the first and after the last. */
  cursor: z.optional(z.string()),
  /** Whether the last page was read. */
  isRead: z.boolean(),
  /** Parts of this read. Each has only bounces that no part before it has. */
  parts: z.array(part),
  /** Parts of former reads whose bounces this read may find again. */
  known: z.array(part),
  /** Counts writes, for optimistic locking. */
  version: z.number(),
  /** Expiry in epoch seconds. */
  ttl: z.number(),
  ...storedRuns,
});
export type StoredBounceRead = Readonly<z.infer<typeof storedBounceRead>>;

/** Whether a message of a later day begins a new read. A complete read reports its bounces first. */
export const isReplacedBy = ({ day, isRead, state }: StoredBounceRead, laterDay: string): boolean =>
  day < laterDay && (!isRead || state === 'finished');

/** Returns the read of a day. An unfinished read that it replaces reported nothing. */
export function nextBounceRead(
  { userId, connectionId }: Pick<StoredBounceRead, 'userId' | 'connectionId'>,
  former: StoredBounceRead | undefined,
  day: string,
  now: number,
): StoredBounceRead {
  const { readAt, version = 0, known = [], parts = [] } = former ?? {};
  const since = Math.max(now - MAX_AGE_MS, (readAt ? Date.parse(readAt) : now) - OVERLAP_MS);
  const reported = former?.state === 'finished' ? [...known, ...parts] : known;
  return {
    userId,
    connectionId,
    day,
    state: 'reading',
    since,
    startedAt: new Date(now).toISOString(),
    readAt,
    isRead: false,
    parts: [],
    known: reported.filter(({ at }) => at >= since),
    version: version + 1,
    ttl: Math.ceil((now + 2 * MAX_AGE_MS) / 1000),
  };
}

/** Key of a part's rows, or of its bounces' hashes. Deleted with the reports of the account. */
export const bouncePartKey = (
  { userId, connectionId }: Pick<StoredBounceRead, 'userId' | 'connectionId'>,
  name: string,
  what: 'ids' | 'rows',
): string => `${bounceReportsPrefix(userId)}${connectionId}/${name}-${what}`;

/** The hour of the day (UTC) in which the bounces of a connection are read, as two digits. */
export const readingHourOf = (connectionId: string): string =>
  formatHour(Number.parseInt(connectionId.slice(0, 8), 16) % HOURS);
export const formatHour = (hour: number): string => String(hour).padStart(2, '0');

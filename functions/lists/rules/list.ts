import * as z from 'zod/mini';
import { CREDITS_PER_EMAIL } from '../../../shared/model/credits.ts';
import { DAY_MS } from '../../../shared/model/duration.ts';
import { LIST_REASONS, LIST_STATUS, type ListStatus } from '../../../shared/model/list-status.ts';
import { WATCH_INTERVALS, WATCH_STOP_REASONS } from '../../../shared/model/watch.ts';
import type { LedgerEntry } from '../../credits/rules/ledger-entry.ts';
import { isTestOwner } from '../../access/rules/owner.ts';
import { releaseEntry, reserveEntry, settleEntry } from '../../credits/rules/ledger.ts';
import { storedBreakdown } from './breakdown.ts';
import type { ReasonCounts } from './verdict-counts.ts';

/** A list whose file has not arrived yet. `createdAt` is ISO 8601 in UTC. */
export const storedUpload = z.object({
  userId: z.string(),
  listId: z.string(),
  /** The name typed in the upload dialog. */
  name: z.string(),
  sourceName: z.string(),
  createdAt: z.string(),
  /** `web` for the web app, or the last characters of the API key. */
  by: z.optional(z.string()),
  /** The address column, from 1. By default the first one, unless another has more addresses. */
  column: z.optional(z.number()),
  /** The encoding and quoting of the file, if the sender gave them; as in `Hints`. */
  encoding: z.optional(z.string()),
  strict: z.optional(z.boolean()),
  /** The only endpoint to notify about the list. */
  webhook: z.optional(z.string()),
});

export type Upload = Readonly<z.infer<typeof storedUpload>>;

/** Which answers of a list are rechecked, and when. Times are epoch milliseconds. */
const storedWatch = z.object({
  every: z.enum(WATCH_INTERVALS),
  /** Maximum credits per check. */
  maxCredits: z.number(),
  /** The time of the answers when the watch began. */
  since: z.number(),
  /** The due times of the last check and of the next one. */
  lastAt: z.number(),
  nextAt: z.number(),
  stopped: z.optional(z.enum(WATCH_STOP_REASONS)),
});

/** A list as stored, except for its reasons. */
export const storedList = z.extend(storedUpload, {
  status: z.enum(LIST_STATUS),
  reason: z.nullable(z.enum(LIST_REASONS)),
  startDate: z.nullable(z.string()),
  endDate: z.nullable(z.string()),
  expiresAt: z.nullable(z.string()),
  /** Fence: messages of an older epoch have no effect. */
  epoch: z.number(),
  /** Counts writes, so that a decision can depend on the state it was based on. */
  version: z.number(),
  /** Epoch milliseconds of the last progress. */
  touchedAt: z.number(),
  /**
   * Runs of ingest, and later of finalize, started since one was last seen to end. Runs that may
   * overlap count as one.
   */
  attempts: z.number(),
  /** When an attempt was last counted, in epoch milliseconds. */
  attemptedAt: z.optional(z.number()),
  /** The start of an unbroken series of failed runs, in epoch milliseconds. */
  failingSince: z.nullable(z.number()),
  /** The ingest run whose objects count; null until one has counted the list. */
  readRun: z.nullable(z.string()),
  /** The number of distinct addresses, and of those with bad syntax among them. */
  total: z.number(),
  badSyntax: z.number(),
  duplicates: z.number(),
  /** Addresses that were not read, and rows with several, of which only the first was read. */
  lost: z.optional(z.number()),
  several: z.optional(z.number()),
  /** The actual address column, from 1, of a list canceled as `wrong_column`. */
  suggestedColumn: z.optional(z.number()),
  processed: z.number(),
  valid: z.number(),
  invalid: z.number(),
  risky: z.number(),
  unknown: z.number(),
  /** Credits reserved at the start, and charged by verdicts so far. */
  reserved: z.number(),
  charged: z.number(),
  /** The number of tasks without a completion. */
  open: z.number(),
  /** Addresses in the preview: a random sample checked before all credits are available. */
  look: z.optional(z.number()),
  /** Credits charged by the preview when the whole list started. */
  previewCharged: z.optional(z.number()),
  /** The id of the mail that is still to be sent about the list's state. */
  mailDue: z.nullable(z.string()),
  /** The counts by domain and provider, set when the list is finished. */
  shares: z.optional(storedBreakdown),
  rechecks: z.optional(z.number()),
  /** The recheck that wrote the list's present result; missing if the list itself did. */
  result: z.optional(z.string()),
  /**
   * Only on rechecks: the list it belongs to, and the result whose rows it asks again: unknown
   * rows, or those due at the end of a span.
   */
  recheckOf: z.optional(
    z.object({
      listId: z.string(),
      result: z.string(),
      span: z.optional(z.object({ since: z.number(), from: z.number(), to: z.number() })),
      /** The edits between these two ids are applied, instead of asking rows again. */
      edits: z.optional(z.object({ after: z.string(), to: z.string() })),
    }),
  ),
  /** Only on finished rechecks: the changes by answers and edits, and the list's new counts. */
  changes: z.optional(
    z.object({
      changed: z.number(),
      gone: z.number(),
      gained: z.number(),
      added: z.optional(z.number()),
      removed: z.optional(z.number()),
    }),
  ),
  after: z.optional(
    z.object({ valid: z.number(), invalid: z.number(), risky: z.number(), unknown: z.number() }),
  ),
  watch: z.optional(storedWatch),
  /** Only on rechecks: a digest of the idempotency key of the request. */
  request: z.optional(z.string()),
  /** The time of an edit that no recheck has taken up yet, in epoch milliseconds. */
  editedAt: z.optional(z.number()),
});

/** A list, from the arrival of its file. Times are ISO 8601 in UTC unless noted. */
export type List = Readonly<z.infer<typeof storedList>> & { readonly reasons: ReasonCounts };

export type ListCounts = Pick<List, 'total' | 'badSyntax' | 'duplicates' | 'lost' | 'several'>;

/** A list whose file has just arrived. `now` is epoch milliseconds. */
export const newList = (upload: Upload, now: number): List => ({
  ...upload,
  status: LIST_STATUS.waiting,
  reason: null,
  startDate: null,
  endDate: null,
  expiresAt: null,
  epoch: 1,
  version: 1,
  touchedAt: now,
  attempts: 0,
  failingSince: null,
  readRun: null,
  total: 0,
  badSyntax: 0,
  duplicates: 0,
  processed: 0,
  valid: 0,
  invalid: 0,
  risky: 0,
  unknown: 0,
  reasons: {},
  reserved: 0,
  charged: 0,
  open: 0,
  mailDue: null,
});

/** Whether a test key uploaded the list: it is free, asks no server and sends no mail. */
export const isTest = ({ userId }: Pick<List, 'userId'>): boolean => isTestOwner(userId);

/** The price of a whole list: one credit per distinct valid-syntax address, none for a test. */
export const creditsNeeded = (list: Pick<List, 'userId' | 'total' | 'badSyntax'>): number =>
  isTest(list) ? 0 : (list.total - list.badSyntax) * CREDITS_PER_EMAIL;

/** The credits that a list which has not started still has to reserve. */
export const creditsMissing = (list: List): number => creditsNeeded(list) - list.reserved;

/** The reservation that a list waits for, as a credit alert stores it. */
export const waitingReservation = (list: List): { entry: string; needed: number } => {
  const needed = creditsMissing(list);
  return { entry: reserveEntry(list.listId, list.epoch, needed).id, needed };
};

/** The id under which the present result of a list is stored. */
export const resultOf = ({ listId, result }: Pick<List, 'listId' | 'result'>): string =>
  result ?? listId;

/** Whether all tasks of the list may run. */
export const isRunning = (list: Pick<List, 'status'>): boolean =>
  list.status === LIST_STATUS.wait_on_queue || list.status === LIST_STATUS.working;

export const awaitsCredits = (list: Pick<List, 'status' | 'reason'>): boolean =>
  list.status === LIST_STATUS.paused && list.reason === 'insufficient_credit';

export const awaitsOwner = (list: Pick<List, 'status' | 'reason'>): boolean =>
  list.status === LIST_STATUS.paused && list.reason === 'account_inactive';

/** The id of the mail about a status of a list. It has no other part, so each is sent once. */
export const mailIdOf = (listId: string, status: ListStatus): string => `list:${listId}:${status}`;

/** Maximum consecutive runs that never ended: killed, out of memory or out of time. */
const MAX_ATTEMPTS = 5;
/** How long runs may keep failing, to give us time to fix the cause. */
const MAX_FAILING_MS = DAY_MS;

/** Whether to give up on a list; the present attempt is already counted. */
export const isBeyondRetry = (
  { attempts, failingSince }: Pick<List, 'attempts' | 'failingSince'>,
  now: number,
): boolean =>
  attempts > MAX_ATTEMPTS || (failingSince !== null && now - failingSince > MAX_FAILING_MS);

/** Closes a reservation: charges the list's cost and releases the rest. */
export const closingEntries = (
  list: Pick<List, 'listId' | 'epoch' | 'reserved' | 'charged'>,
): LedgerEntry[] =>
  list.reserved === 0
    ? []
    : [
        settleEntry(list.listId, list.epoch, list.charged),
        releaseEntry(list.listId, list.epoch, list.reserved - list.charged),
      ];

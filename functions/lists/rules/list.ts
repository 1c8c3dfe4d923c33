import * as z from 'zod/mini';
import { CREDITS_PER_EMAIL } from '../../../shared/model/credits.ts';
import { DAY_MS } from '../../../shared/model/duration.ts';
import { LIST_REASONS, LIST_STATUS, type ListStatus } from '../../../shared/model/list-status.ts';
import { WATCH_INTERVALS, WATCH_STOPS } from '../../../shared/model/watch.ts';
import type { LedgerEntry } from '../../credits/rules/ledger-entry.ts';
import { isTestOwner } from '../../access/rules/owner.ts';
import { releaseEntry, reserveEntry, settleEntry } from '../../credits/rules/ledger.ts';
import { storedBreakdown } from './breakdown.ts';
import type { ReasonCounts } from './tally.ts';

/** A list whose file has not arrived yet. `createdAt` is ISO 8601 in UTC. */
export const storedUpload = z.object({
  userId: z.string(),
  listId: z.string(),
  /** The name typed in the dialog. */
  name: z.string(),
  /** The name of the uploaded file. */
  sourceName: z.string(),
  createdAt: z.string(),
  /** `web` for the web app, or the end of the API key. */
  by: z.optional(z.string()),
  /** The column of the addresses, from 1. Without one the first is read, unless others have more. */
  column: z.optional(z.number()),
  /** How the file is encoded and quoted, if its sender said so; as in `Hints`. */
  encoding: z.optional(z.string()),
  strict: z.optional(z.boolean()),
  /** The one endpoint that is told of the list. */
  webhook: z.optional(z.string()),
});

export type Upload = Readonly<z.infer<typeof storedUpload>>;

/** Which answers of a list are asked for again, and when. Times are epoch milliseconds. */
const storedWatch = z.object({
  every: z.enum(WATCH_INTERVALS),
  /** Of one check. */
  maxCredits: z.number(),
  /** As old as the answers were when the watch began. */
  since: z.number(),
  /** When the last check was due, and when the next one is. */
  lastAt: z.number(),
  nextAt: z.number(),
  stopped: z.optional(z.enum(WATCH_STOPS)),
});

/** A list as it is stored, but for its reasons. */
export const storedList = z.extend(storedUpload, {
  status: z.enum(LIST_STATUS),
  reason: z.nullable(z.enum(LIST_REASONS)),
  startDate: z.nullable(z.string()),
  endDate: z.nullable(z.string()),
  expiresAt: z.nullable(z.string()),
  /** Fence: a message of an older epoch has no effect. */
  epoch: z.number(),
  /** Counts writes, so that a decision can be bound to what it was made on. */
  version: z.number(),
  /** Epoch milliseconds of the last progress. */
  touchedAt: z.number(),
  /**
   * Runs of ingest, and later of finalize, that began since one was last seen to end. Those that
   * may have been at work at the same time count as one.
   */
  attempts: z.number(),
  /** Epoch milliseconds at which the last of them was counted. */
  attemptedAt: z.optional(z.number()),
  /** Epoch milliseconds since when those runs fail one after the other. */
  failingSince: z.nullable(z.number()),
  /** The run of ingest whose objects count; null as long as none has counted the list. */
  readRun: z.nullable(z.string()),
  /** Distinct addresses, and of these, those of bad syntax. */
  total: z.number(),
  badSyntax: z.number(),
  duplicates: z.number(),
  /** Addresses of the file that were not read, and rows of which the first of several was. */
  lost: z.optional(z.number()),
  several: z.optional(z.number()),
  /** The column that has the addresses, from 1, of a list that is canceled as `wrong_column`. */
  suggestedColumn: z.optional(z.number()),
  processed: z.number(),
  valid: z.number(),
  invalid: z.number(),
  risky: z.number(),
  unknown: z.number(),
  /** Credits: set aside at the start, and used up by verdicts so far. */
  reserved: z.number(),
  charged: z.number(),
  /** Tasks without a completion. */
  open: z.number(),
  /** Addresses, drawn by chance, that the list could ask about before all its credits were there. */
  look: z.optional(z.number()),
  /** Id of the mail that is still to be sent about the list's state. */
  mailDue: z.nullable(z.string()),
  /** Counted when the list is finished. */
  shares: z.optional(storedBreakdown),
  rechecks: z.optional(z.number()),
  /** The recheck that wrote the list's present result; without one the list itself did. */
  result: z.optional(z.string()),
  /**
   * Of a recheck: the list that it belongs to, and the result of which it asks rows again, the
   * unknown ones or those that are due at the end of a span.
   */
  recheckOf: z.optional(
    z.object({
      listId: z.string(),
      result: z.string(),
      span: z.optional(z.object({ since: z.number(), from: z.number(), to: z.number() })),
      /** Or none of them: the edits between these two are made. */
      edits: z.optional(z.object({ after: z.string(), to: z.string() })),
    }),
  ),
  /** Of a recheck that is finished: what it or its edits changed, and what the list came to. */
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
  /** Of a recheck: a digest of the caller's name for the request that began it. */
  request: z.optional(z.string()),
  /** Epoch milliseconds of an edit that no recheck has taken up yet. */
  editedAt: z.optional(z.number()),
});

/** A list from the arrival of its file on. Moments are ISO 8601 in UTC unless said otherwise. */
export type List = Readonly<z.infer<typeof storedList>> & { readonly reasons: ReasonCounts };

/** What ingest learns of a file. */
export type ListCounts = Pick<List, 'total' | 'badSyntax' | 'duplicates' | 'lost' | 'several'>;

/** A list whose file has just arrived; `now` is epoch milliseconds. */
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

/** Uploaded with a test key: it costs nothing, asks no server and is the subject of no mail. */
export const isTest = ({ userId }: Pick<List, 'userId'>): boolean => isTestOwner(userId);

/** Credits a whole list takes: one for each distinct address of valid syntax, none for a test. */
export const creditsNeeded = (list: Pick<List, 'userId' | 'total' | 'badSyntax'>): number =>
  isTest(list) ? 0 : (list.total - list.badSyntax) * CREDITS_PER_EMAIL;

/** Of these, what a list that has not started has yet to reserve. */
export const creditsMissing = (list: List): number => creditsNeeded(list) - list.reserved;

/** What a list waits for, as a credit alert keeps it. */
export const waitingOf = (list: List): { entry: string; needed: number } => {
  const needed = creditsMissing(list);
  return { entry: reserveEntry(list.listId, list.epoch, needed).id, needed };
};

/** Under whose id the present result of a list is stored. */
export const resultOf = ({ listId, result }: Pick<List, 'listId' | 'result'>): string =>
  result ?? listId;

/** Whether all tasks of the list may be worked on. */
export const isRunning = (list: Pick<List, 'status'>): boolean =>
  list.status === LIST_STATUS.wait_on_queue || list.status === LIST_STATUS.working;

export const awaitsCredits = (list: Pick<List, 'status' | 'reason'>): boolean =>
  list.status === LIST_STATUS.paused && list.reason === 'insufficient_credit';

/** Whether a list is paused until its owner is active again. */
export const awaitsOwner = (list: Pick<List, 'status' | 'reason'>): boolean =>
  list.status === LIST_STATUS.paused && list.reason === 'account_inactive';

/** The mail about a status of a list. Being told once is enough, so its id has no other part. */
export const mailIdOf = (listId: string, status: ListStatus): string => `list:${listId}:${status}`;

/** Runs in a row that began and never ended: killed, out of memory or out of time. */
const MAX_ATTEMPTS = 5;
/** How long runs may fail one after the other, for us to repair the reason. */
const MENDING_MS = DAY_MS;

/** Whether to give a list up rather than to try once more; the present attempt is counted. */
export const isHopeless = (
  { attempts, failingSince }: Pick<List, 'attempts' | 'failingSince'>,
  now: number,
): boolean => attempts > MAX_ATTEMPTS || (failingSince !== null && now - failingSince > MENDING_MS);

/** How a reservation ends: what the list cost is paid, the rest comes back. */
export const closingEntries = (
  list: Pick<List, 'listId' | 'epoch' | 'reserved' | 'charged'>,
): LedgerEntry[] =>
  list.reserved === 0
    ? []
    : [
        settleEntry(list.listId, list.epoch, list.charged),
        releaseEntry(list.listId, list.epoch, list.reserved - list.charged),
      ];

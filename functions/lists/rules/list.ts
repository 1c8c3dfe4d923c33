import * as z from 'zod/mini';
import { SERVICES } from '../../../shared/model/connections/service-name.ts';
import { applyActions } from '../../../shared/model/connections/apply-actions.ts';
import { CREDITS_PER_EMAIL } from '../../../shared/model/credits.ts';
import { LIST_REASONS, LIST_STATUS, type ListStatus } from '../../../shared/model/list-status.ts';
import { WATCH_INTERVALS, WATCH_STOP_REASONS } from '../../../shared/model/watch.ts';
import type { LedgerEntry } from '../../credits/rules/ledger-entry.ts';
import { isTestOwner } from '../../access/rules/owner.ts';
import {
  createReleaseEntry,
  createReserveEntry,
  createSettleEntry,
  RESERVATION,
} from '../../credits/rules/ledger.ts';
import { storedBreakdown } from './breakdown.ts';
import type { ReasonCounts } from './verdict-counts.ts';

/** A registered upload whose file has not arrived yet. `createdAt` is ISO 8601 in UTC. */
export const storedUpload = z.object({
  userId: z.string(),
  listId: z.string(),
  /** The list's name, which its owner can change. `sourceName` is the name of the file. */
  name: z.string(),
  sourceName: z.string(),
  createdAt: z.string(),
  /** `web` for the web app, otherwise the last characters of the API key. */
  by: z.optional(z.string()),
  /** Id of the person who started the list in the web app. */
  startedBy: z.optional(z.string()),
  /**
   * The address column, counted from 1. Defaults to the first column, unless another one clearly
   * has more addresses.
   */
  column: z.optional(z.number()),
  encoding: z.optional(z.string()),
  /** Whether the uploader specified that the file follows RFC 4180. */
  strict: z.optional(z.boolean()),
  header: z.optional(z.boolean()),
  separator: z.optional(z.string()),
  asIs: z.optional(z.boolean()),
  /** The only endpoint to notify about the list. */
  webhook: z.optional(z.string()),
  /** The connection and the audience from which the contacts were imported. */
  source: z.optional(
    z.object({ id: z.string(), service: z.enum(SERVICES), audienceId: z.string() }),
  ),
});

export type ExpectedUpload = Readonly<z.infer<typeof storedUpload>>;

/** The settings and schedule of a watch. Times are epoch milliseconds. */
const storedWatch = z.object({
  every: z.enum(WATCH_INTERVALS),
  /** Maximum credits per check. */
  maxCredits: z.number(),
  /** The time at which the list finished. */
  since: z.number(),
  /** Due time of the last check. */
  lastAt: z.number(),
  /** Due time of the next check. */
  nextAt: z.number(),
  stopped: z.optional(z.enum(WATCH_STOP_REASONS)),
  /** Id of the person who started or last changed the watch in the web app. */
  startedBy: z.optional(z.string()),
  /** Actions on imported contacts at their service after each check. */
  actions: z.optional(applyActions()),
});

/** A list as stored, without its counts by reason. */
export const storedList = z.extend(storedUpload, {
  status: z.enum(LIST_STATUS),
  reason: z.nullable(z.enum(LIST_REASONS)),
  startDate: z.nullable(z.string()),
  endDate: z.nullable(z.string()),
  expiresAt: z.nullable(z.string()),
  /** Counts writes, for optimistic locking. */
  version: z.number(),
  /** The time of the list's last progress, in epoch milliseconds. */
  touchedAt: z.number(),
  /**
   * Number of ingest or finalize runs since the last one that was not killed. Overlapping runs
   * count once.
   */
  attempts: z.number(),
  /** The time at which an attempt was last counted, in epoch milliseconds. */
  attemptedAt: z.optional(z.number()),
  /** The time of the first failure in the current series of failed runs, in epoch milliseconds. */
  failingSince: z.nullable(z.number()),
  /** The ingest run whose objects are used; null until a run has stored the list's counts. */
  readRun: z.nullable(z.string()),
  /** The number of distinct addresses, including malformed addresses. */
  total: z.number(),
  badSyntax: z.number(),
  duplicates: z.number(),
  /** Number of addresses that could not be read. */
  lost: z.optional(z.number()),
  /** Number of rows with several addresses, of which only one was read. */
  several: z.optional(z.number()),
  /** Only on lists canceled as `wrong_column`: the likely address column, counted from 1. */
  suggestedColumn: z.optional(z.number()),
  /** Set only on lists canceled as `wrong_separator`. */
  suggestedSeparator: z.optional(z.string()),
  processed: z.number(),
  valid: z.number(),
  invalid: z.number(),
  risky: z.number(),
  unknown: z.number(),
  /** Credits reserved for the list or its preview; 0 once the list has ended. */
  reserved: z.number(),
  /** Free answers reserved for the list on a UTC day, if its unknown results count. */
  freeAnswers: z.optional(z.object({ day: z.string(), count: z.number() })),
  /** Credits charged for verdicts so far. */
  charged: z.number(),
  /** The number of tasks without a completion record. */
  open: z.number(),
  /** Number of root tasks that may run at once, set when the list starts. */
  window: z.optional(z.number()),
  /**
   * The time in epoch milliseconds of the last start or completed task, or at which a task last had
   * to wait because its addresses seem to be guessed.
   */
  bookedAt: z.optional(z.number()),
  /** Number of addresses in the preview, a random sample of a list that waits for credits. */
  look: z.optional(z.number()),
  /** Credits that the preview had charged when the whole list started. */
  previewCharged: z.optional(z.number()),
  /** The id of an email about the list's status that is still to be sent. */
  mailDue: z.nullable(z.string()),
  /** Counts by domain and provider; set when the list finishes. */
  shares: z.optional(storedBreakdown),
  /** Whether so few addresses exist that the file was probably misread. */
  likelyMisread: z.optional(z.boolean()),
  /** Credits returned when the owner canceled the finished list, which deletes its result. */
  creditsReturned: z.optional(z.number()),
  rechecks: z.optional(z.number()),
  /** The recheck that wrote the list's current result; undefined if the list itself did. */
  result: z.optional(z.string()),
  /**
   * Set only on rechecks: the list to recheck, and the id of its result. Rechecks unknown rows,
   * unless `span` or `corrections` is set.
   */
  recheckOf: z.optional(
    z.object({
      listId: z.string(),
      result: z.string(),
      /** Rechecks the rows that are due at the end of this span. */
      span: z.optional(z.object({ since: z.number(), from: z.number(), to: z.number() })),
      /**
       * Set if an earlier version started the recheck to add or remove addresses. If it has not
       * ended, it is canceled, because it can no longer be merged.
       */
      edits: z.optional(z.unknown()),
      /** Verifies the suggested corrections of rows instead of their addresses. */
      corrections: z.optional(z.boolean()),
      /** Corrections with a known status, which are free and not in the counts of the recheck. */
      known: z.optional(z.object({ valid: z.number(), invalid: z.number(), risky: z.number() })),
      /**
       * Also verifies new contacts of the list's source, for at most `maxCredits` in total, but no
       * address without a contact. `parts` of the import are undefined until they have been read.
       */
      contacts: z.optional(
        z.object({ maxCredits: z.number(), parts: z.optional(z.array(z.string())) }),
      ),
    }),
  ),
  /** Set only on finished rechecks: numbers of changes by verdicts (see `ChangeCounter`). */
  changes: z.optional(
    z.object({
      changed: z.number(),
      gone: z.number(),
      gained: z.number(),
      joined: z.optional(z.number()),
    }),
  ),
  /** Only on finished rechecks: the list's new counts. */
  after: z.optional(
    z.object({ valid: z.number(), invalid: z.number(), risky: z.number(), unknown: z.number() }),
  ),
  watch: z.optional(storedWatch),
  /** Only on rechecks: a digest of the request's idempotency key. */
  request: z.optional(z.string()),
  /**
   * Bytes of the result with all rows. A recheck has the size of the result that it rewrites; a
   * list without a result has the size of its file.
   */
  resultBytes: z.optional(z.number()),
});

/** A list whose file has arrived. Times are ISO 8601 in UTC unless noted. */
export type List = Readonly<z.infer<typeof storedList>> & { readonly reasons: ReasonCounts };

export type ListCounts = Pick<List, 'total' | 'badSyntax' | 'duplicates' | 'lost' | 'several'>;

/** Creates the list of a file that has just arrived. `now` is epoch milliseconds. */
export const newList = (upload: ExpectedUpload, now: number): List => ({
  ...upload,
  status: LIST_STATUS.waiting,
  reason: null,
  startDate: null,
  endDate: null,
  expiresAt: null,
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

/** Whether a test key created the list, which is then free and contacts no mail server. */
export const isTestList = ({ userId }: Pick<List, 'userId'>): boolean => isTestOwner(userId);

/** The maximum price: one credit per distinct address with valid syntax. */
export const creditsNeeded = (list: Pick<List, 'userId' | 'total' | 'badSyntax'>): number =>
  isTestList(list) ? 0 : (list.total - list.badSyntax) * CREDITS_PER_EMAIL;

export const creditsMissing = (list: List): number => creditsNeeded(list) - list.reserved;

/** Returns the reservation that a list waits for, in the form that a low balance alert stores. */
export const getAwaitedReservation = (list: List): { entry: string; needed: number } => {
  const needed = creditsMissing(list);
  return { entry: createReserveEntry(list.listId, RESERVATION.list, needed).id, needed };
};

/** Returns the id under which the current result of a list is stored. */
export const resultIdOf = ({ listId, result }: Pick<List, 'listId' | 'result'>): string =>
  result ?? listId;

/** Whether the list has started but not ended, so that its tasks may run. */
export const isRunning = (list: Pick<List, 'status'>): boolean =>
  list.status === LIST_STATUS.wait_on_queue || list.status === LIST_STATUS.working;

export const awaitsCredits = (list: Pick<List, 'status' | 'reason'>): boolean =>
  list.status === LIST_STATUS.paused && list.reason === 'insufficient_credit';

/** Whether tasks of the list may start. A list that waits for credits may start its preview. */
export const isVerifying = (list: Pick<List, 'status' | 'reason'>): boolean =>
  isRunning(list) || awaitsCredits(list);

export const hasOpenPreview = (list: Pick<List, 'status' | 'reason' | 'open'>): boolean =>
  awaitsCredits(list) && list.open > 0;

export const awaitsActiveOwner = (list: Pick<List, 'status' | 'reason'>): boolean =>
  list.status === LIST_STATUS.paused && list.reason === 'account_inactive';

/** Whether a check must read the contacts of its list's source before it can verify addresses. */
export const awaitsContacts = ({
  status,
  recheckOf,
}: Pick<List, 'status' | 'recheckOf'>): boolean =>
  status === LIST_STATUS.waiting &&
  recheckOf?.contacts !== undefined &&
  recheckOf.contacts.parts === undefined;

export const hasNoChanges = (changes: NonNullable<List['changes']>): boolean =>
  Object.values(changes).every((count) => count === 0);

/** Whether a list is paused because its owner has no free answers left. */
export const isAtDailyLimit = (list: Pick<List, 'status' | 'reason'>): boolean =>
  list.status === LIST_STATUS.paused && list.reason === 'daily_limit';

/** Each status of a list has one email id, so that the email about the status is sent only once. */
export const mailIdOf = (listId: string, status: ListStatus): string => `list:${listId}:${status}`;

/** Charges `charged` and releases the rest of the reservation. Empty if nothing is reserved. */
export const createClosingEntries = (
  list: Pick<List, 'listId' | 'reserved' | 'charged'>,
): LedgerEntry[] =>
  list.reserved === 0
    ? []
    : [
        createSettleEntry(list.listId, list.charged),
        createReleaseEntry(list.listId, list.reserved - list.charged),
      ];

import { CREDITS_PER_EMAIL } from '../../../shared/model/credits.ts';
import {
  LIST_STATUS,
  type ListReason,
  type ListStatus,
} from '../../../shared/model/list-status.ts';
import type { LedgerEntry } from '../../credits/rules/ledger-entry.ts';
import { isTestOwner } from '../../access/rules/owner.ts';
import { releaseEntry, settleEntry } from '../../credits/rules/ledger.ts';
import type { ReasonCounts } from './tally.ts';

/** A list from the arrival of its file on. Moments are ISO 8601 in UTC. */
export interface List {
  readonly userId: string;
  readonly listId: string;
  /** The name typed in the dialog. */
  readonly name: string;
  /** The name of the uploaded file. */
  readonly sourceName: string;
  readonly createdAt: string;
  readonly status: ListStatus;
  readonly reason: ListReason | null;
  readonly startDate: string | null;
  readonly endDate: string | null;
  readonly expiresAt: string | null;
  /** Fence: a message of an older epoch has no effect. */
  readonly epoch: number;
  /** Counts writes, so that a decision can be bound to what it was made on. */
  readonly version: number;
  /** Epoch milliseconds of the last progress. */
  readonly touchedAt: number;
  /** Runs of ingest, and later of finalize, that began since one was last seen to end. */
  readonly attempts: number;
  /** Epoch milliseconds since when those runs fail one after the other. */
  readonly failingSince: number | null;
  /** The run of ingest whose objects count; null as long as none has counted the list. */
  readonly readRun: string | null;
  /** Distinct addresses, and of these, those of bad syntax. */
  readonly total: number;
  readonly badSyntax: number;
  readonly duplicates: number;
  readonly processed: number;
  readonly valid: number;
  readonly invalid: number;
  readonly risky: number;
  readonly unknown: number;
  readonly reasons: ReasonCounts;
  /** Credits: set aside at the start, and used up by answers so far. */
  readonly reserved: number;
  readonly charged: number;
  /** Tasks without a completion. */
  readonly open: number;
  /** Id of the mail that is still to be sent about the list's state. */
  readonly mailDue: string | null;
}

/** What ingest learns of a file. */
export interface ListCounts {
  readonly total: number;
  readonly badSyntax: number;
  readonly duplicates: number;
}

/** Where a list may come from, for each status; deletion is possible everywhere. */
const BEFORE: Readonly<Record<ListStatus, readonly ListStatus[]>> = {
  [LIST_STATUS.waiting]: [],
  [LIST_STATUS.initialization]: [LIST_STATUS.waiting],
  [LIST_STATUS.wait_on_queue]: [LIST_STATUS.initialization, LIST_STATUS.paused],
  [LIST_STATUS.working]: [LIST_STATUS.wait_on_queue, LIST_STATUS.paused],
  [LIST_STATUS.paused]: [
    LIST_STATUS.initialization,
    LIST_STATUS.wait_on_queue,
    LIST_STATUS.working,
  ],
  [LIST_STATUS.canceled]: [
    LIST_STATUS.waiting,
    LIST_STATUS.initialization,
    LIST_STATUS.wait_on_queue,
    LIST_STATUS.working,
    LIST_STATUS.paused,
  ],
  [LIST_STATUS.finished]: [LIST_STATUS.wait_on_queue, LIST_STATUS.working],
};

/** The statuses from which a list may move to `status`. */
export const statusesBefore = (status: ListStatus): readonly ListStatus[] => BEFORE[status];

export const canMove = (from: ListStatus, to: ListStatus): boolean => BEFORE[to].includes(from);

/** Uploaded with a test key: it costs nothing, asks no server and is the subject of no mail. */
export const isTest = ({ userId }: Pick<List, 'userId'>): boolean => isTestOwner(userId);

/** Credits a whole list takes: one for each distinct address of valid syntax, none for a test. */
export const creditsNeeded = (list: Pick<List, 'userId' | 'total' | 'badSyntax'>): number =>
  isTest(list) ? 0 : (list.total - list.badSyntax) * CREDITS_PER_EMAIL;

/** Whether tasks of the list may still be worked on. */
export const isRunning = (list: Pick<List, 'status'>): boolean =>
  list.status === LIST_STATUS.wait_on_queue || list.status === LIST_STATUS.working;

/** Whether a list stands still until its owner has credits for it. */
export const awaitsCredits = (list: Pick<List, 'status' | 'reason'>): boolean =>
  list.status === LIST_STATUS.paused && list.reason === 'insufficient_credit';

/** Whether a list stands still because its owner is inactive. */
export const isStopped = (list: Pick<List, 'status' | 'reason'>): boolean =>
  list.status === LIST_STATUS.paused && list.reason === 'account_inactive';

/** The mail about a status of a list. Being told once is enough, so its id has no other part. */
export const mailIdOf = (listId: string, status: ListStatus): string => `list:${listId}:${status}`;

/**
 * How a reservation ends: answers are paid, the rest comes back. Together the two movements are
 * always the whole reservation; without one there are none.
 */
export const closingEntries = (
  list: Pick<List, 'listId' | 'epoch' | 'reserved' | 'charged'>,
): LedgerEntry[] =>
  list.reserved === 0
    ? []
    : [
        settleEntry(list.listId, list.epoch, list.charged),
        releaseEntry(list.listId, list.epoch, list.reserved - list.charged),
      ];

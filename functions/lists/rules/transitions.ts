import { LIST_STATUS, type ListReason, isFinal } from '../../../shared/model/list-status.ts';
import type { LedgerEntry } from '../../credits/rules/ledger-entry.ts';
import { reserveEntry } from '../../credits/rules/ledger.ts';
import {
  type List,
  type ListCounts,
  awaitsCredits,
  closingEntries,
  creditsMissing,
  creditsNeeded,
  isRunning,
  isTest,
  mailIdOf,
} from './list.ts';
import type { ListEventType } from './list-row.ts';
import { FIRST_REVIEW_MS } from './next-review.ts';
import type { Breakdown } from './breakdown.ts';
import { RUN_MS } from './timeouts.ts';

/**
 * The life of a list. Each function decides what an event makes of a list, or returns undefined
 * where the event has no effect on a list in this state. `now` is epoch milliseconds. The store
 * writes a transition only while the stored list is still what it starts from.
 */
export interface Transition {
  /** What the stored list has to be; of several values, any. */
  readonly from: { readonly [Name in keyof List]?: List[Name] | readonly List[Name][] };
  readonly to: Partial<List> & Pick<List, 'touchedAt'>;
  /** How many tasks are added to the open ones. */
  readonly opens?: number;
  /** Movements of credits, written in one transaction with the list. */
  readonly entries?: readonly LedgerEntry[];
  /** What the customer's endpoints are told, written in one transaction with the list. */
  readonly emits?: ListEventType;
  /** Milliseconds until the reconciler reviews the list, for one that may not be due for a day. */
  readonly reviewInMs?: number;
  /** Whether another message, or a try whose response was lost, has made this transition. */
  readonly isDone?: (list: List) => boolean;
}

/** Before any of the list's own, for an entry of its own. */
const LOOK_EPOCH = 0;

const RUNNING = [LIST_STATUS.wait_on_queue, LIST_STATUS.working];

const iso = (now: number): string => new Date(now).toISOString();

function transition(
  list: List,
  now: number,
  { to, ...rest }: Omit<Transition, 'to'> & { readonly to?: Partial<List> },
): Transition | undefined {
  const stored: Readonly<Record<string, unknown>> = list;
  const isThere = Object.entries(rest.from).every(([name, wanted]) => {
    const options: readonly unknown[] = Array.isArray(wanted) ? wanted : [wanted];
    return options.includes(stored[name]);
  });
  // An event comes after those before it, also by a machine whose clock is ahead.
  const touchedAt = Math.max(now, list.touchedAt + (rest.emits === undefined ? 0 : 1));
  return isThere ? { ...rest, to: { ...to, touchedAt } } : undefined;
}

const mailDue = (list: List, status: List['status']): Pick<List, 'mailDue'> => ({
  mailDue: isTest(list) ? null : mailIdOf(list.listId, status),
});

/** What comes with a pause of which the owner is told. */
const announcesPause: Pick<Transition, 'emits' | 'entries' | 'isDone'> = {
  emits: 'list.paused',
  entries: [],
  isDone: awaitsCredits,
};

/**
 * A run begins. Of those that may be at work at the same time one counts: a message may come several
 * times at once, and a run that is still at work was not killed.
 */
const beginRun = ({ attempts, attemptedAt = 0 }: List, now: number): Partial<List> =>
  attempts > 0 && now - attemptedAt < RUN_MS ? {} : { attempts: attempts + 1, attemptedAt: now };

/** 1 → 2, or in 2 once more: a run reads the file. */
export const startReading = (list: List, now: number) =>
  transition(list, now, {
    from: { status: [LIST_STATUS.waiting, LIST_STATUS.initialization] },
    to: { ...beginRun(list, now), status: LIST_STATUS.initialization },
  });

/** 2: what a run of ingest has found. From then on its objects are those of the list. */
export const recordCounts = (
  list: List,
  readRun: string,
  { total, badSyntax, duplicates, lost, several }: ListCounts,
  now: number,
) =>
  transition(list, now, {
    from: { status: LIST_STATUS.initialization, readRun: [null, readRun] },
    to: {
      readRun,
      total,
      badSyntax,
      duplicates,
      ...(lost && { lost }),
      ...(several && { several }),
      processed: badSyntax,
      invalid: badSyntax,
      reasons: { bad_syntax: badSyntax },
    },
  });

/** 2 or 5 → 3: reserves what it lacks of the credits of the whole list and opens its tasks. */
export const start = (list: List, tasks: number, now: number) =>
  transition(list, now, {
    from: {
      status: [LIST_STATUS.initialization, LIST_STATUS.paused],
      reason: [null, 'insufficient_credit'],
      reserved: list.reserved,
    },
    to: {
      status: LIST_STATUS.wait_on_queue,
      reason: null,
      attempts: 0,
      failingSince: null,
      mailDue: null,
      reserved: creditsNeeded(list),
    },
    opens: tasks,
    entries: [reserveEntry(list.listId, list.epoch, creditsMissing(list))],
    reviewInMs: FIRST_REVIEW_MS,
    isDone: isRunning,
  });

/**
 * 2 → 5, with a mail due where credits are missing; 3 or 4 → 5 where the owner is inactive: the
 * reservation and what is done stay.
 */
export const pause = (
  list: List,
  reason: Extract<ListReason, 'insufficient_credit' | 'account_inactive'>,
  now: number,
) =>
  transition(list, now, {
    from: {
      status:
        reason === 'account_inactive' && isRunning(list) ? RUNNING : LIST_STATUS.initialization,
    },
    to: {
      status: LIST_STATUS.paused,
      reason,
      ...(reason === 'insufficient_credit' && mailDue(list, LIST_STATUS.paused)),
    },
    ...(reason === 'insufficient_credit' && announcesPause),
    reviewInMs: FIRST_REVIEW_MS,
  });

/** As `pause`, for missing credits, with so many reserved for a first look, which is one task. */
export function pauseForLook(list: List, look: number, now: number): Transition | undefined {
  const paused = pause(list, 'insufficient_credit', now);
  return (
    paused && {
      ...paused,
      to: { ...paused.to, look, reserved: look },
      opens: 1,
      entries: [reserveEntry(list.listId, LOOK_EPOCH, look)],
    }
  );
}

/**
 * Where the owner is active again: 5 → 3, or 4 where work had begun. A list without a reservation
 * never started: it waits for credits from then on, with a mail due.
 */
export const resume = (list: List, now: number) =>
  transition(list, now, {
    from: { status: LIST_STATUS.paused, reason: 'account_inactive' },
    to:
      list.reserved === 0
        ? { ...mailDue(list, LIST_STATUS.paused), reason: 'insufficient_credit' }
        : {
            status: list.startDate === null ? LIST_STATUS.wait_on_queue : LIST_STATUS.working,
            reason: null,
            attempts: 0,
            failingSince: null,
          },
    ...(list.reserved === 0 && announcesPause),
    reviewInMs: FIRST_REVIEW_MS,
  });

/** 3 → 4: a task is worked on. */
export const startWorking = (list: List, now: number) =>
  transition(list, now, {
    from: { status: LIST_STATUS.wait_on_queue },
    to: { status: LIST_STATUS.working, startDate: iso(now) },
    isDone: ({ status }) => status === LIST_STATUS.working,
  });

/** 3 or 4 without an open task: a run writes the result. */
export const startFinalizing = (list: List, now: number) =>
  transition(list, now, { from: { status: RUNNING, open: 0 }, to: beginRun(list, now) });

/**
 * 3 or 4 → 7 and the reservation settled, with a mail due. `expiresAt` is epoch milliseconds; the
 * breakdown of a recheck is that of its list.
 */
export const finish = (
  list: List,
  expiresAt: number,
  now: number,
  breakdown?: Breakdown,
): Transition | undefined =>
  transition(list, now, {
    from: { status: RUNNING, open: 0 },
    to: {
      ...mailDue(list, LIST_STATUS.finished),
      status: LIST_STATUS.finished,
      endDate: iso(now),
      expiresAt: iso(expiresAt),
      shares: breakdown,
      reserved: 0,
    },
    entries: closingEntries(list),
    emits: 'list.finished',
    reviewInMs: 0,
    isDone: ({ status }) => status === LIST_STATUS.finished,
  });

/**
 * As `finish`, of a recheck. The check of a watched list is the subject of a mail and an event where
 * it has changed something; edits that did are the subject of an event.
 */
export function finishRecheck(
  list: List,
  expiresAt: number,
  now: number,
  found: Required<Pick<List, 'changes' | 'after'>>,
): Transition | undefined {
  const finished = finish(list, expiresAt, now);
  if (!finished) return undefined;
  const { emits: _, ...quiet } = finished;
  const to = { ...finished.to, ...found };
  const { span, edits } = list.recheckOf ?? {};
  if (!span && !edits) return { ...finished, to };
  const isSame = Object.values(found.changes).every((count) => count === 0);
  return {
    ...quiet,
    to: edits || isSame ? { ...to, mailDue: null } : to,
    ...(!isSame && { emits: 'list.changed' }),
  };
}

/**
 * From any status that is not final → 6, with a mail due; all that was reserved comes back, for
 * verdicts too: there is no result, by our fault, whatever rows were read while the list ran. A
 * first look has been read, and nobody paid for the rest: its answers stay charged.
 */
export function cancel(
  list: List,
  reason: ListReason,
  now: number,
  suggestedColumn?: number,
): Transition | undefined {
  const charged = list.look !== undefined && reason === 'paused_too_long' ? list.charged : 0;
  return isFinal(list.status)
    ? undefined
    : transition(list, now, {
        from: { status: list.status },
        to: {
          ...mailDue(list, LIST_STATUS.canceled),
          status: LIST_STATUS.canceled,
          reason,
          ...(suggestedColumn !== undefined && { suggestedColumn }),
          endDate: iso(now),
          reserved: 0,
          charged,
        },
        entries: closingEntries({ ...list, charged }),
        emits: 'list.cancelled',
        reviewInMs: 0,
        isDone: ({ status }) => status === LIST_STATUS.canceled,
      });
}

/** The present run has failed and could say so: the attempts before it are forgiven. */
export const recordFailure = (list: List, now: number) =>
  transition(list, now, {
    from: { status: list.status },
    to: { attempts: 0, failingSince: list.failingSince ?? now },
  });

/** Something was done for the list: until the next try the reconciler waits as long again. */
export const touch = (list: List, now: number) => transition(list, now, { from: {} });

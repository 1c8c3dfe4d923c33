import type { FileSuggestion } from '../../../shared/list-file/file-error.ts';
import { LIST_STATUS, type ListReason, isFinalStatus } from '../../../shared/model/list-status.ts';
import type { LedgerEntry } from '../../credits/rules/ledger-entry.ts';
import { RESERVATION, createReserveEntry } from '../../credits/rules/ledger.ts';
import { countRun, recordFailedRun } from '../../platform/rules/runs.ts';
import {
  type List,
  type ListCounts,
  awaitsActiveOwner,
  awaitsCredits,
  createClosingEntries,
  creditsMissing,
  creditsNeeded,
  isAtDailyLimit,
  isRunning,
  isTestList,
  hasNoChanges,
  mailIdOf,
} from './list.ts';
import type { ListEventType } from './list-row.ts';
import { FIRST_REVIEW_DELAY_MS } from './next-review.ts';
import { MAX_RUN_MS } from './timeouts.ts';

/**
 * A step in the life cycle of a list. Each function in this file returns the transition for an
 * event, or undefined if the event has no effect in the list's current state. `now` is epoch
 * milliseconds. A transition is written only if the stored list is still in the start state.
 * Numbers as in `2 → 3` are values of LIST_STATUS.
 */
export interface Transition {
  /** Values that the stored list must have; an array allows any of its values. */
  readonly from: { readonly [Name in keyof List]?: List[Name] | readonly List[Name][] };
  readonly to: Partial<List> & Pick<List, 'touchedAt'>;
  /** Number of tasks to open. */
  readonly opens?: number;
  /** Ledger entries, written in one transaction with the list. */
  readonly entries?: readonly LedgerEntry[];
  /** Reserved free answers that the list does not need, returned in the same transaction. */
  readonly unused?: number;
  /** Event for the customer's endpoints, written in one transaction with the list. */
  readonly emits?: ListEventType;
  /** Milliseconds until the next review, for lists that might otherwise not be due for a day. */
  readonly reviewInMs?: number;
  /** Whether an earlier message or attempt has already made this transition. */
  readonly isDone?: (list: List) => boolean;
}

const RUNNING_STATUSES = [LIST_STATUS.wait_on_queue, LIST_STATUS.working];

const toIso = (now: number): string => new Date(now).toISOString();

function transition(
  list: List,
  now: number,
  { to, ...fields }: Omit<Transition, 'to'> & { readonly to?: Partial<List> },
): Transition | undefined {
  const stored: Readonly<Record<string, unknown>> = list;
  const matches = Object.entries(fields.from).every(([name, wanted]) => {
    const options: readonly unknown[] = Array.isArray(wanted) ? wanted : [wanted];
    return options.includes(stored[name]);
  });
  // Each event must have a later time than the events before it, even if clocks differ.
  const touchedAt = Math.max(now, list.touchedAt + (fields.emits === undefined ? 0 : 1));
  return matches ? { ...fields, to: { ...to, touchedAt } } : undefined;
}

const mailDueFor = (list: List, status: List['status']): Pick<List, 'mailDue'> => ({
  mailDue: isTestList(list) ? null : mailIdOf(list.listId, status),
});

/** The empty entries make the write a transaction, as events need. */
const pauseNotification: Pick<Transition, 'emits' | 'entries' | 'isDone'> = {
  emits: 'list.paused',
  entries: [],
  isDone: awaitsCredits,
};

/** 1 or 2 → 2: a run starts reading the file. */
export const startIngest = (list: List, now: number) =>
  transition(list, now, {
    from: { status: [LIST_STATUS.waiting, LIST_STATUS.initialization] },
    to: { ...countRun(list, MAX_RUN_MS, now), status: LIST_STATUS.initialization },
  });

/**
 * Stores the names of the import's parts, whose contacts a check of a watched list compares to the
 * list.
 */
export const recordContacts = (check: List, parts: readonly string[], now: number) => {
  const { recheckOf } = check;
  const contacts = recheckOf?.contacts && { ...recheckOf.contacts, parts: [...parts] };
  return transition(check, now, {
    from: { status: LIST_STATUS.waiting },
    to: { ...(recheckOf && { recheckOf: { ...recheckOf, contacts } }) },
    isDone: ({ recheckOf: stored }) => stored?.contacts?.parts !== undefined,
  });
};

/** Stores the counts of an ingest run. From then on, the list uses the objects of that run. */
export const recordCounts = (
  list: List,
  readRun: string,
  {
    total,
    badSyntax,
    duplicates,
    lost,
    several,
    resultBytes,
    recheckOf,
  }: ListCounts & Pick<List, 'resultBytes' | 'recheckOf'>,
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
      ...(resultBytes && { resultBytes }),
      ...(recheckOf && { recheckOf }),
      processed: badSyntax,
      invalid: badSyntax,
      reasons: { bad_syntax: badSyntax },
    },
  });

/**
 * 2 or 5 → 3: reserves the missing credits of the whole list and opens its tasks. 2 or 5 → 5 if
 * `freeAnswers` is null, because the owner has too few.
 */
export const start = (
  list: List,
  { tasks, window }: { readonly tasks: number; readonly window: number },
  now: number,
  freeAnswers: List['freeAnswers'] | null,
) =>
  transition(list, now, {
    from: {
      status: [LIST_STATUS.initialization, LIST_STATUS.paused],
      reason: [null, 'insufficient_credit', 'daily_limit'],
      reserved: list.reserved,
    },
    to: {
      ...(freeAnswers === null
        ? { status: LIST_STATUS.paused, reason: 'daily_limit' }
        : { status: LIST_STATUS.wait_on_queue, reason: null, freeAnswers }),
      attempts: 0,
      failingSince: null,
      mailDue: null,
      reserved: creditsNeeded(list),
      window,
      bookedAt: now,
      ...(list.look !== undefined && { previewCharged: list.charged }),
    },
    opens: tasks,
    entries: [createReserveEntry(list.listId, RESERVATION.list, creditsMissing(list))],
    ...(freeAnswers === null && { emits: 'list.paused' }),
    reviewInMs: FIRST_REVIEW_DELAY_MS,
    isDone: freeAnswers === null ? isAtDailyLimit : isRunning,
  });

/**
 * 2 → 5, with an email due if credits are missing, or if the owner has too few free answers for a
 * preview. 3 or 4 → 5 if the owner is inactive; the list then keeps its reservation and completed
 * tasks.
 */
export const pause = (
  list: List,
  reason: Extract<ListReason, 'insufficient_credit' | 'account_inactive' | 'daily_limit'>,
  now: number,
) =>
  transition(list, now, {
    from: {
      status:
        reason !== 'insufficient_credit' && isRunning(list)
          ? RUNNING_STATUSES
          : [LIST_STATUS.initialization, LIST_STATUS.paused],
      reason: [null, 'daily_limit'],
      reserved: list.reserved,
    },
    to: {
      status: LIST_STATUS.paused,
      reason,
      ...(reason === 'insufficient_credit' && mailDueFor(list, LIST_STATUS.paused)),
    },
    ...(reason === 'insufficient_credit' && pauseNotification),
    ...(reason === 'daily_limit' && { emits: 'list.paused' as const, entries: [] }),
    ...(reason === 'account_inactive' && { entries: [], isDone: awaitsActiveOwner }),
    reviewInMs: FIRST_REVIEW_DELAY_MS,
  });

/** Like `pause` for missing credits, but reserves credits for a preview, which is one task. */
export function pauseForPreview(
  list: List,
  previewSize: number,
  now: number,
  freeAnswers: List['freeAnswers'],
): Transition | undefined {
  const paused = pause(list, 'insufficient_credit', now);
  return (
    paused && {
      ...paused,
      to: { ...paused.to, look: previewSize, reserved: previewSize, freeAnswers },
      opens: 1,
      entries: [createReserveEntry(list.listId, RESERVATION.preview, previewSize)],
    }
  );
}

/**
 * 5 → 3 after a pause for an inactive owner or the daily limit, or 5 → 4 if a task had started. A
 * list without a reservation never started: it remains at 5 and waits for credits, with an email
 * due.
 */
export function resume(
  list: List,
  now: number,
  freeAnswers = list.freeAnswers,
): Transition | undefined {
  const neverStarted = list.reserved === 0;
  // The check of a watched list never waits for credits. It either starts now or is canceled.
  const waits = neverStarted && !list.recheckOf?.span;
  return transition(list, now, {
    from: { status: LIST_STATUS.paused, reason: ['account_inactive', 'daily_limit'] },
    to: neverStarted
      ? { ...(waits && mailDueFor(list, LIST_STATUS.paused)), reason: 'insufficient_credit' }
      : {
          status: list.startDate === null ? LIST_STATUS.wait_on_queue : LIST_STATUS.working,
          reason: null,
          freeAnswers,
          attempts: 0,
          failingSince: null,
          bookedAt: now,
        },
    // The empty entries make the write a transaction, which may also reserve free answers.
    entries: [],
    isDone: neverStarted ? awaitsCredits : isRunning,
    ...(waits && pauseNotification),
    reviewInMs: FIRST_REVIEW_DELAY_MS,
  });
}

/** 3 → 4: the first task has started. */
export const startWorking = (list: List, now: number) =>
  transition(list, now, {
    from: { status: LIST_STATUS.wait_on_queue },
    to: { status: LIST_STATUS.working, startDate: toIso(now) },
    isDone: ({ status }) => status === LIST_STATUS.working,
  });

/** 3 or 4 without open tasks: a run starts writing the result. */
export const startFinalizing = (list: List, now: number) =>
  transition(list, now, {
    from: { status: RUNNING_STATUSES, open: 0 },
    to: countRun(list, MAX_RUN_MS, now),
  });

/**
 * 3 or 4 → 7: settles the reservation, with an email due.
 * @param expiresAt epoch milliseconds
 * @param result omitted for a recheck, whose result is stored with the rechecked list
 */
export const finish = (
  list: List,
  expiresAt: number,
  now: number,
  result: Pick<List, 'shares' | 'resultBytes' | 'likelyMisread'> = {},
): Transition | undefined =>
  transition(list, now, {
    from: { status: RUNNING_STATUSES, open: 0 },
    to: {
      ...mailDueFor(list, LIST_STATUS.finished),
      status: LIST_STATUS.finished,
      endDate: toIso(now),
      expiresAt: toIso(expiresAt),
      ...result,
      reserved: 0,
    },
    entries: createClosingEntries(list),
    unused: list.charged,
    emits: 'list.finished',
    reviewInMs: 0,
    isDone: ({ status }) => status === LIST_STATUS.finished,
  });

/** The check of a watched list sends an email and an event only if it changed something. */
export function finishRecheck(
  list: List,
  expiresAt: number,
  now: number,
  outcome: Required<Pick<List, 'changes' | 'after'>>,
): Transition | undefined {
  const finished = finish(list, expiresAt, now);
  if (!finished) return undefined;
  const { emits: _, ...withoutEvent } = finished;
  const to = { ...finished.to, ...outcome };
  if (!list.recheckOf?.span) return { ...finished, to };
  const isSame = hasNoChanges(outcome.changes);
  return {
    ...withoutEvent,
    to: isSame ? { ...to, mailDue: null } : to,
    ...(!isSame && { emits: 'list.changed' }),
  };
}

/**
 * Any status that is not final → 6, with an email due. Releases all reserved credits, even those
 * for verdicts, because we failed to deliver a result. Verdicts remain charged if the owner never
 * paid for the rest of a preview, or appears to guess addresses.
 */
export function cancel(
  list: List,
  reason: ListReason,
  now: number,
  { column: suggestedColumn, separator: suggestedSeparator }: FileSuggestion = {},
): Transition | undefined {
  const isUnpaidPreview = list.look !== undefined && awaitsCredits(list);
  const isCharged =
    reason === 'too_many_refusals' || (isUnpaidPreview && reason === 'paused_too_long');
  const charged = isCharged ? list.charged : 0;
  return isFinalStatus(list.status)
    ? undefined
    : transition(list, now, {
        from: { status: list.status, ...(isCharged && { charged: list.charged }) },
        to: {
          ...mailDueFor(list, LIST_STATUS.canceled),
          status: LIST_STATUS.canceled,
          reason,
          ...(suggestedColumn !== undefined && { suggestedColumn }),
          ...(suggestedSeparator !== undefined && { suggestedSeparator }),
          endDate: toIso(now),
          reserved: 0,
          charged,
        },
        entries: createClosingEntries({ ...list, charged }),
        unused: isCharged ? charged : list.reserved,
        emits: 'list.cancelled',
        reviewInMs: 0,
        isDone: ({ status }) => status === LIST_STATUS.canceled,
      });
}

/**
 * Like `cancel`, for the check of a watched list, without an email or an event: the owner was
 * already notified that the watch stopped.
 */
export function cancelCheck(list: List, reason: ListReason, now: number): Transition | undefined {
  const canceled = cancel(list, reason, now);
  if (!canceled) return undefined;
  const { emits: _, ...silent } = canceled;
  return { ...silent, to: { ...silent.to, mailDue: null } };
}

/** Records a run that failed without being killed, which resets `attempts`. */
export const recordFailure = (list: List, now: number) =>
  transition(list, now, {
    from: { status: list.status },
    to: recordFailedRun(list, now),
  });

/** Records progress, so that the reconciler waits for the full timeout again. */
export const recordProgress = (list: List, now: number) => transition(list, now, { from: {} });

/** Like `recordProgress`, for a list that is slowed down because it seems to guess addresses. */
export const recordWait = (list: List, now: number) =>
  transition(list, now, { from: {}, to: { bookedAt: now } });

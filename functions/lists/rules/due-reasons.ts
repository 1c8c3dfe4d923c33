import type { VerdictReason } from '../../../shared/model/verdict.ts';
import { VERDICT_REASONS, statusOf } from '../../../shared/model/verdict.ts';
import { CREDITS_PER_EMAIL } from '../../../shared/model/credits.ts';
import { WATCH_DAYS, type WatchInterval } from '../../../shared/model/watch.ts';
import type { List } from './list.ts';

const DAY_MS = 24 * 3600 * 1000;
/** Mailboxes at companies end with a job; those at free providers are kept for years. */
const ACCEPTED_DAYS = { business: 30, free: 90 };
const UNKNOWN_DAYS = 7;
const FULL_DAYS = 30;
const CATCH_ALL_DAYS = 90;
/** What is dead rarely lives again. */
const DEAD_DAYS = 180;
/** What the text of an address alone decides is the same for ever. */
const NEVER_AGAIN: ReadonlySet<VerdictReason> = new Set(['bad_syntax', 'disposable']);

/** After how many days an answer may have changed; undefined where it cannot. */
function daysOf(reason: VerdictReason, isFree: boolean): number | undefined {
  if (NEVER_AGAIN.has(reason)) return undefined;
  if (reason === 'accepted') return isFree ? ACCEPTED_DAYS.free : ACCEPTED_DAYS.business;
  if (reason === 'catch_all') return CATCH_ALL_DAYS;
  if (reason === 'mailbox_full') return FULL_DAYS;
  return statusOf(reason) === 'unknown' ? UNKNOWN_DAYS : DEAD_DAYS;
}

/** The time from one check to the next. Epoch milliseconds; answers are as old as `since`. */
export interface WatchSpan {
  readonly since: number;
  readonly from: number;
  readonly to: number;
}

/**
 * Whether answers with a reason are asked for again at the end of a span: a whole number of their
 * days since the list's first answers ends in it. So no date has to be kept for each row, and none
 * is older than its days and an interval.
 */
export function isDue(reason: VerdictReason, isFree: boolean, span: WatchSpan): boolean {
  const days = daysOf(reason, isFree);
  if (days === undefined) return false;
  const passed = (at: number): number => Math.floor((at - span.since) / (days * DAY_MS));
  return passed(span.to) > passed(span.from);
}

type Answered = Pick<List, 'reasons'>;

/** A sum over the addresses of a list by what one of a reason counts. */
const sumOf = ({ reasons }: Answered, each: (reason: VerdictReason) => number): number =>
  VERDICT_REASONS.reduce((sum, reason) => sum + (reasons[reason] ?? 0) * each(reason), 0);

/** The most distinct addresses that a check at the end of a span asks about. */
export const dueAddresses = (list: Answered, span: WatchSpan): number =>
  sumOf(list, (reason) => Number(isDue(reason, false, span)));

/** The most credits that one check of a list, as it is, can ever take. */
export const creditsOfCheck = (list: Answered): number =>
  sumOf(list, (reason) => (NEVER_AGAIN.has(reason) ? 0 : CREDITS_PER_EMAIL));

/** The most credits that watching a list, as it is, takes in a year; in most cases it is less. */
export const creditsOfYear = (list: Answered, every: WatchInterval): number =>
  sumOf(list, (reason) => {
    const apart = Math.max(daysOf(reason, false) ?? Infinity, WATCH_DAYS[every]);
    return Math.ceil(365 / apart) * CREDITS_PER_EMAIL;
  });

import { DAY_MS } from '../../../shared/model/duration.ts';
import type { VerdictReason } from '../../../shared/model/verdict.ts';
import { VERDICT_REASONS, statusOf } from '../../../shared/model/verdict.ts';
import { CREDITS_PER_EMAIL } from '../../../shared/model/credits.ts';
import { WATCH_DAYS, type WatchInterval } from '../../../shared/model/watch.ts';
import type { List } from './list.ts';

/** What has no answer, and what is asked again whatever it said. What is dead rarely lives again. */
const DAYS = { unknown: 7, deliverable: 30, risky: 90, undeliverable: 180 };
/** Mailboxes at companies end with a job; those at free providers are kept for years. */
const FREE_DAYS = 90;
const FULL_DAYS = 30;
/** What the text of an address alone decides is the same for ever. */
const NEVER_AGAIN: ReadonlySet<VerdictReason> = new Set(['bad_syntax', 'disposable']);

/** After how many days an answer may have changed: never, for some. */
function daysOf(reason: VerdictReason, isFree: boolean): number {
  if (NEVER_AGAIN.has(reason)) return Infinity;
  if (reason === 'mailbox_full') return FULL_DAYS;
  return reason === 'accepted' && isFree ? FREE_DAYS : DAYS[statusOf(reason)];
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
  const apart = daysOf(reason, isFree) * DAY_MS;
  const passed = (at: number): number => Math.floor((at - span.since) / apart);
  return passed(span.to) > passed(span.from);
}

type Answered = Pick<List, 'reasons' | 'shares'>;

/** A sum over the addresses of a list by what one of a reason counts. */
const sumOf = ({ reasons }: Answered, each: (reason: VerdictReason) => number): number =>
  VERDICT_REASONS.reduce((sum, reason) => sum + (reasons[reason] ?? 0) * each(reason), 0);

/**
 * The distinct addresses that a check at the end of a span asks about; of an older list, which
 * counted no free providers, the most.
 */
export function dueAddresses(list: Answered, span: WatchSpan): number {
  const isEarly = isDue('accepted', false, span) && !isDue('accepted', true, span);
  const due = sumOf(list, (reason) => Number(isDue(reason, false, span)));
  return due - (isEarly ? (list.shares?.free ?? 0) : 0);
}

/** The most credits that one check of a list, as it is, can ever take. */
export const creditsOfCheck = (list: Answered): number =>
  sumOf(list, (reason) => (NEVER_AGAIN.has(reason) ? 0 : CREDITS_PER_EMAIL));

/** The most credits that watching a list, as it is, takes in a year; in most cases it is less. */
export const creditsOfYear = (list: Answered, every: WatchInterval): number =>
  sumOf(list, (reason) => {
    const apart = Math.max(daysOf(reason, false), WATCH_DAYS[every]);
    return Math.ceil(365 / apart) * CREDITS_PER_EMAIL;
  });

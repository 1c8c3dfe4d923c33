import { DAY_MS } from '../../../shared/model/duration.ts';
import type { VerdictReason } from '../../../shared/model/verdict.ts';
import { VERDICT_REASONS, statusOf } from '../../../shared/model/verdict.ts';
import { CREDITS_PER_EMAIL } from '../../../shared/model/credits.ts';
import { WATCH_INTERVAL_DAYS, type WatchInterval } from '../../../shared/model/watch.ts';
import type { List } from './list.ts';

/** Days until an answer is rechecked. Dead addresses are rechecked rarely: few come back. */
const DAYS = { unknown: 7, deliverable: 30, risky: 90, undeliverable: 180 };
/** Company mailboxes end with a job, while those at free providers are kept for years. */
const FREE_DAYS = 90;
const FULL_DAYS = 30;
/** Reasons that follow from the text of an address never change. */
const NEVER_AGAIN: ReadonlySet<VerdictReason> = new Set(['bad_syntax', 'disposable']);

/** The number of days after which an answer may have changed; Infinity if it never does. */
function daysOf(reason: VerdictReason, isFree: boolean): number {
  if (NEVER_AGAIN.has(reason)) return Infinity;
  if (reason === 'mailbox_full') return FULL_DAYS;
  return reason === 'accepted' && isFree ? FREE_DAYS : DAYS[statusOf(reason)];
}

/** The time between two checks, in epoch milliseconds; the first answers date from `since`. */
export interface WatchSpan {
  readonly since: number;
  readonly from: number;
  readonly to: number;
}

/**
 * Whether answers with a reason are due at the end of a span: their interval, counted from the
 * first answers of the list, ends within it. So no date is stored per row, and no answer gets older
 * than its interval plus the time between two checks.
 */
export function isDue(reason: VerdictReason, isFree: boolean, span: WatchSpan): boolean {
  const apart = daysOf(reason, isFree) * DAY_MS;
  const passed = (at: number): number => Math.floor((at - span.since) / apart);
  return passed(span.to) > passed(span.from);
}

type Answered = Pick<List, 'reasons' | 'shares'>;

/** Sums the addresses of a list, each weighted by its reason. */
const sumOf = ({ reasons }: Answered, each: (reason: VerdictReason) => number): number =>
  VERDICT_REASONS.reduce((sum, reason) => sum + (reasons[reason] ?? 0) * each(reason), 0);

/**
 * The number of distinct addresses that a check at the end of a span asks about. For older lists,
 * which have no count of free providers, the maximum.
 */
export function dueAddresses(list: Answered, span: WatchSpan): number {
  const isEarly = isDue('accepted', false, span) && !isDue('accepted', true, span);
  const due = sumOf(list, (reason) => Number(isDue(reason, false, span)));
  return due - (isEarly ? (list.shares?.free ?? 0) : 0);
}

/** Maximum credits that one check of the list in its present state can cost. */
export const creditsPerRecheck = (list: Answered): number =>
  sumOf(list, (reason) => (NEVER_AGAIN.has(reason) ? 0 : CREDITS_PER_EMAIL));

/** Maximum credits that a year of watching the list in its present state costs; usually less. */
export const creditsPerYear = (list: Answered, every: WatchInterval): number =>
  sumOf(list, (reason) => {
    const apart = Math.max(daysOf(reason, false), WATCH_INTERVAL_DAYS[every]);
    return Math.ceil(365 / apart) * CREDITS_PER_EMAIL;
  });

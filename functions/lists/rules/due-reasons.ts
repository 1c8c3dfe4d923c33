import { DAY_MS } from '../../../shared/model/duration.ts';
import type { VerdictReason } from '../../../shared/model/verdict.ts';
import { VERDICT_REASONS, statusForReason } from '../../../shared/model/verdict.ts';
import { CREDITS_PER_EMAIL } from '../../../shared/model/credits.ts';
import { WATCH_INTERVAL_DAYS, type WatchInterval } from '../../../shared/model/watch.ts';
import type { List } from './list.ts';

/** Days until a verdict is rechecked. Invalid addresses wait longest, because few become valid. */
const RECHECK_DAYS = { unknown: 7, deliverable: 30, risky: 90, undeliverable: 180 };
/**
 * Days for accepted addresses at free providers. People keep these mailboxes for years, whereas
 * companies close mailboxes of people who leave.
 */
const FREE_PROVIDER_DAYS = 90;
const MAILBOX_FULL_DAYS = 30;
const DAYS_PER_YEAR = 365;
/** Reasons that depend only on the text of an address. */
const NEVER_RECHECKED: ReadonlySet<VerdictReason> = new Set(['bad_syntax', 'disposable']);

function recheckDays(reason: VerdictReason, isFree: boolean): number {
  if (NEVER_RECHECKED.has(reason)) return Infinity;
  if (reason === 'mailbox_full') return MAILBOX_FULL_DAYS;
  return reason === 'accepted' && isFree
    ? FREE_PROVIDER_DAYS
    : RECHECK_DAYS[statusForReason(reason)];
}

/** The period between two checks; `since` is when the list finished. Epoch milliseconds. */
export interface WatchSpan {
  readonly since: number;
  readonly from: number;
  readonly to: number;
}

/**
 * Whether verdicts with this reason are due at the end of a span, that is, whether a multiple of
 * their interval, counted from `since`, falls within the span. This needs no date per row, and no
 * verdict gets older than its interval plus the time between two checks.
 */
export function isReasonDue(reason: VerdictReason, isFree: boolean, span: WatchSpan): boolean {
  const intervalMs = recheckDays(reason, isFree) * DAY_MS;
  const intervalsPassed = (at: number): number => Math.floor((at - span.since) / intervalMs);
  return intervalsPassed(span.to) > intervalsPassed(span.from);
}

type ResultCounts = Pick<List, 'reasons' | 'shares'>;

const weightedSum = (
  { reasons }: ResultCounts,
  weight: (reason: VerdictReason) => number,
): number =>
  VERDICT_REASONS.reduce((sum, reason) => sum + (reasons[reason] ?? 0) * weight(reason), 0);

/**
 * Returns the number of distinct addresses that are rechecked at the end of a span. Returns the
 * maximum for older lists, which do not count addresses at free providers.
 */
export function countDueAddresses(list: ResultCounts, span: WatchSpan): number {
  const excludesFree = isReasonDue('accepted', false, span) && !isReasonDue('accepted', true, span);
  const due = weightedSum(list, (reason) => Number(isReasonDue(reason, false, span)));
  return due - (excludesFree ? (list.shares?.free ?? 0) : 0);
}

/** An upper limit, given the current verdicts of the list. */
export const computeMaxCreditsPerRecheck = (list: ResultCounts): number =>
  weightedSum(list, (reason) => (NEVER_RECHECKED.has(reason) ? 0 : CREDITS_PER_EMAIL));

/** Days between two rechecks of a verdict in a watched list. */
const recheckPeriod = (reason: VerdictReason, isFree: boolean, every: WatchInterval): number =>
  Math.max(recheckDays(reason, isFree), WATCH_INTERVAL_DAYS[every]);

/** An upper limit, given the current verdicts of the list. */
export const computeMaxCreditsPerYear = (list: ResultCounts, every: WatchInterval): number =>
  weightedSum(
    list,
    (reason) => Math.ceil(DAYS_PER_YEAR / recheckPeriod(reason, false, every)) * CREDITS_PER_EMAIL,
  );

/**
 * Credits that watching a list for a year costs if its verdicts stay the same, so that unknown
 * addresses cost nothing. Too high for older lists, which do not count addresses at free providers.
 */
export function estimateCreditsPerYear(list: ResultCounts, every: WatchInterval): number {
  const rechecks = (reason: VerdictReason, isFree: boolean): number =>
    statusForReason(reason) === 'unknown'
      ? 0
      : Math.floor(DAYS_PER_YEAR / recheckPeriod(reason, isFree, every));
  const savedPerFree = rechecks('accepted', false) - rechecks('accepted', true);
  const total = weightedSum(list, (reason) => rechecks(reason, false));
  return (total - (list.shares?.free ?? 0) * savedPerFree) * CREDITS_PER_EMAIL;
}

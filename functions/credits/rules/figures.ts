import { DAY_MS } from '../../../shared/model/duration.ts';

/** Weekly totals of all customers. */
export interface WeeklyTotals {
  readonly signups: number;
  /** Charged addresses, minus undone checks. */
  readonly verified: number;
  /** Revenue of the week's purchases in euro cents, excluding VAT and refunds. */
  readonly revenueCents: number;
}

/** Monday 1970-01-05, because 1970-01-01 was a Thursday. */
const FIRST_MONDAY_MS = 4 * DAY_MS;
const WEEK_MS = 7 * DAY_MS;

/** Returns the Monday of the UTC week of `at` (epoch milliseconds), such as `2026-11-23`. */
export const weekOf = (at: number): string =>
  new Date(at - ((at - FIRST_MONDAY_MS) % WEEK_MS)).toISOString().slice(0, 10);

/** Returns the last `count` weeks, up to and including the week of `at`, oldest first. */
export const weeksUpTo = (at: number, count: number): string[] =>
  Array.from({ length: count }, (_, index) => weekOf(at - (count - 1 - index) * WEEK_MS));

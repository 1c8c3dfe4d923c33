import { DAY_MS } from '../../../shared/model/duration.ts';

/** What happened in a week, all customers together. */
export interface Figures {
  /** New accounts. */
  readonly signups: number;
  /** Addresses that cost a credit: those with an answer. */
  readonly verified: number;
  /** What purchases of the week brought, without VAT and what has gone back. Euro cents. */
  readonly revenueCents: number;
}

/** 1970-01-01 was a Thursday. */
const FIRST_MONDAY_MS = 4 * DAY_MS;
const WEEK_MS = 7 * DAY_MS;

/**
 * The Monday of a week in UTC, `2026-11-23`.
 * @param at epoch milliseconds
 */
export const weekOf = (at: number): string =>
  new Date(at - ((at - FIRST_MONDAY_MS) % WEEK_MS)).toISOString().slice(0, 10);

/** The weeks up to that of a moment, oldest first. */
export const weeksUpTo = (at: number, count: number): string[] =>
  Array.from({ length: count }, (_, place) => weekOf(at - (count - 1 - place) * WEEK_MS));

import type { UsageRow } from '../../../../shared/contract/usage.ts';

export interface DaySum {
  /** ISO date: `2026-11-20`. */
  readonly day: string;
  /** Credits used by lists and by single checks. */
  readonly lists: number;
  readonly checks: number;
  /** Available credits at the end of the day. */
  readonly balance: number;
  readonly verified: number;
  readonly valid: number;
}

export const sumOf = <Row>(rows: readonly Row[], of: (row: Row) => number): number =>
  rows.reduce((sum, row) => sum + of(row), 0);

/** A row without a time sorts before the timed rows of its day. */
const timeOf = ({ day, at }: UsageRow): string => at ?? day;

/** Rows in chronological order, newest first, each with the available credits after it. */
export function inTime(
  rows: readonly UsageRow[],
  closing: number,
): (UsageRow & { balance: number })[] {
  let balance = closing;
  const placed: (UsageRow & { balance: number })[] = [];
  for (const row of rows.toSorted((a, b) => timeOf(b).localeCompare(timeOf(a)))) {
    placed.push({ ...row, balance });
    balance -= row.change;
  }
  return placed;
}

export const daysOf = (month: string): number =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate();

/**
 * Sums per day, oldest first; in the current month up to `today`.
 * @param rows all rows of the month
 * @param closing available credits at its end, or now
 */
export function byDay(
  month: string,
  rows: readonly UsageRow[],
  closing: number,
  today: string,
): DaySum[] {
  const days = Array.from(
    { length: daysOf(month) },
    (_, place) => `${month}-${String(place + 1).padStart(2, '0')}`,
  ).filter((day) => day <= today);
  const moved = Map.groupBy(rows, ({ day }) => day);
  // A list counts on the day it ended: in its newest row that used credits, which comes first.
  const used = rows.filter(({ file_id, charged }) => file_id !== null && charged > 0);
  const ends = new Set(new Map(used.toReversed().map((row) => [row.file_id, row])).values());
  let balance = closing - sumOf(rows, ({ change }) => change);
  return days.map((day) => {
    const own = moved.get(day) ?? [];
    const ended = own.filter((row) => ends.has(row));
    const lists = sumOf(own, ({ type, charged }) => (type === 'list' ? charged : 0));
    balance += sumOf(own, ({ change }) => change);
    return {
      day,
      lists,
      checks: sumOf(own, ({ charged }) => charged) - lists,
      balance,
      verified: sumOf(ended, ({ file_verified }) => file_verified ?? 0),
      valid: sumOf(ended, ({ file_valid }) => file_valid ?? 0),
    };
  });
}

export const usedOn = ({ lists, checks }: DaySum): number => lists + checks;

/** Fewer days show no pace: a first list may be all that a customer has. */
const MIN_DAYS = 7;

/**
 * Number of whole days that the credits last at the average pace. The average starts on the first
 * day with credits, because an account created on the 20th was not idle before. Undefined if
 * nothing was used, or there are too few days.
 */
export function daysLeft(days: readonly DaySum[], credits: number): number | undefined {
  const used = sumOf(days, usedOn);
  const count = days.length - days.findIndex((day) => day.balance > 0 || usedOn(day) > 0);
  return used === 0 || count < MIN_DAYS ? undefined : Math.floor((credits * count) / used);
}

import type { UsageRow } from '../../../../shared/contract/usage.ts';

/** What one day came to. */
export interface DaySum {
  /** `2026-11-20`. */
  readonly day: string;
  /** Credits used by lists and by single checks. */
  readonly lists: number;
  readonly checks: number;
  /** Available credits at its end. */
  readonly balance: number;
  /** Addresses of the lists that ended on it, and the valid ones of them. */
  readonly verified: number;
  readonly valid: number;
}

export const sumOf = <Row>(rows: readonly Row[], of: (row: Row) => number): number =>
  rows.reduce((sum, row) => sum + of(row), 0);

/** A day without a time comes before all times of it. */
const timeOf = ({ day, at }: UsageRow): string => at ?? day;

/** Rows in the order of time, the newest first, each with the available credits after it. */
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

/** The number of days of a month, `2026-11`. */
export const daysOf = (month: string): number =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate();

/**
 * The days of a month, the first one first; of this month those up to `today`.
 * @param rows all of the month
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
  // A list counts where it ended: in the newest of its rows that used credits, which come first.
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

/** Credits that a day used. */
export const usedOn = ({ lists, checks }: DaySum): number => lists + checks;

/** Fewer are no pace: a first list may be all that a customer has. */
const MIN_DAYS = 7;

/**
 * For how many whole days credits last at the pace of these days, the first of which is the first
 * that had credits: an account that began on the 20th has not been idle before. Undefined where
 * nothing was used, or the days are too few.
 */
export function daysLeft(days: readonly DaySum[], credits: number): number | undefined {
  const used = sumOf(days, usedOn);
  const count = days.length - days.findIndex((day) => day.balance > 0 || usedOn(day) > 0);
  return used === 0 || count < MIN_DAYS ? undefined : Math.floor((credits * count) / used);
}

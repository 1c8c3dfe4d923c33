import type { UsageRow } from '../../../../shared/contract/usage.ts';

export interface DailyUsage {
  /** ISO date, such as `2026-11-20`. */
  readonly day: string;
  /** Credits used by lists on this day. */
  readonly lists: number;
  readonly checks: number;
  /** Available credits at the end of the day. */
  readonly balance: number;
  readonly verified: number;
  readonly valid: number;
}

export const sumBy = <Row>(rows: readonly Row[], valueOf: (row: Row) => number): number =>
  rows.reduce((sum, row) => sum + valueOf(row), 0);

/** Returns the sort key of a row. Rows without a time come before the others of their day. */
const timeOf = ({ day, at }: UsageRow): string => at ?? day;

/** Returns the rows in reverse chronological order, each with the available credits after it. */
export function addRunningBalances(
  rows: readonly UsageRow[],
  closing: number,
): (UsageRow & { balance: number })[] {
  let balance = closing;
  const result: (UsageRow & { balance: number })[] = [];
  for (const row of rows.toSorted((a, b) => timeOf(b).localeCompare(timeOf(a)))) {
    result.push({ ...row, balance });
    balance -= row.change;
  }
  return result;
}

export const daysInMonth = (month: string): number =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate();

export const previousMonth = (month: string): string =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)) - 2))
    .toISOString()
    .slice(0, 7);

/**
 * Returns sums per day, oldest first; for the current month, only until `today`.
 * @param rows all rows of the month, newest first
 * @param closing available credits at the end of the month, or now
 */
export function sumsByDay(
  month: string,
  rows: readonly UsageRow[],
  closing: number,
  today: string,
): DailyUsage[] {
  const days = Array.from(
    { length: daysInMonth(month) },
    (_, index) => `${month}-${String(index + 1).padStart(2, '0')}`,
  ).filter((day) => day <= today);
  const rowsByDay = Map.groupBy(rows, ({ day }) => day);
  // A list counts on the day on which it finished, which is the day of the newest row with a
  // charge.
  const chargedRows = rows.filter(({ file_id, charged }) => file_id !== null && charged > 0);
  const lastRows = new Set(
    new Map(chargedRows.toReversed().map((row) => [row.file_id, row])).values(),
  );
  let balance = closing - sumBy(rows, ({ change }) => change);
  return days.map((day) => {
    const dayRows = rowsByDay.get(day) ?? [];
    const endedRows = dayRows.filter((row) => lastRows.has(row));
    const lists = sumBy(dayRows, ({ type, charged }) => (type === 'list' ? charged : 0));
    balance += sumBy(dayRows, ({ change }) => change);
    return {
      day,
      lists,
      checks: sumBy(dayRows, ({ charged }) => charged) - lists,
      balance,
      verified: sumBy(endedRows, ({ file_verified }) => file_verified ?? 0),
      valid: sumBy(endedRows, ({ file_valid }) => file_valid ?? 0),
    };
  });
}

export const creditsUsedOn = ({ lists, checks }: DailyUsage): number => lists + checks;

/** Minimum days for an estimate: with fewer, a single list may be most of the usage. */
const MIN_DAYS = 7;

/**
 * Returns the whole days for which the credits last at the average daily usage; undefined if
 * nothing was used or there are too few days. Days before the first credits do not count.
 */
export function estimateDaysLeft(days: readonly DailyUsage[], credits: number): number | undefined {
  const used = sumBy(days, creditsUsedOn);
  const count = days.length - days.findIndex((day) => day.balance > 0 || creditsUsedOn(day) > 0);
  return used === 0 || count < MIN_DAYS ? undefined : Math.floor((credits * count) / used);
}

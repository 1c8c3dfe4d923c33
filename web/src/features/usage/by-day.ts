import type { UsageRow } from '../../../../shared/contract/usage.ts';

/** What one day came to. */
export interface DaySum {
  /** `2026-11-20`. */
  readonly day: string;
  /** Credits used by lists and by single checks. */
  lists: number;
  checks: number;
  /** Available credits at its end. */
  balance: number;
  /** Addresses of the lists that ended on it, and the valid ones of them. */
  verified: number;
  valid: number;
}

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
  const sums = new Map<string, DaySum>();
  for (const day of days)
    sums.set(day, { day, lists: 0, checks: 0, balance: 0, verified: 0, valid: 0 });
  const counted = new Set<string>();
  for (const row of rows) {
    const sum = sums.get(row.day);
    if (!sum) continue;
    // First what moved on the day; the balances are made of it below.
    sum.balance += row.change;
    sum[row.type === 'list' ? 'lists' : 'checks'] += row.charged;
    if (row.charged === 0 || row.file_id === null || counted.has(row.file_id)) continue;
    counted.add(row.file_id);
    sum.verified += row.file_verified ?? 0;
    sum.valid += row.file_valid ?? 0;
  }
  let balance = closing;
  for (const sum of [...sums.values()].toReversed()) {
    const change = sum.balance;
    sum.balance = balance;
    balance -= change;
  }
  return [...sums.values()];
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
  const used = days.reduce((sum, day) => sum + usedOn(day), 0);
  const count = days.length - days.findIndex((day) => day.balance > 0 || usedOn(day) > 0);
  return used === 0 || count < MIN_DAYS ? undefined : Math.floor((credits * count) / used);
}

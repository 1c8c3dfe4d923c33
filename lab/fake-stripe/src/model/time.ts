/**
 * Adds months to a time in Unix seconds. Uses the last day of the target month if that month has no
 * such day.
 */
export function addMonths(anchor: number, months: number): number {
  const from = new Date(anchor * 1000);
  const to = new Date(from);
  to.setUTCDate(1);
  to.setUTCMonth(to.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate();
  to.setUTCDate(Math.min(from.getUTCDate(), lastDay));
  return to.getTime() / 1000;
}

/** Returns the end of the period that contains `start`; `length` is in months from `anchor`. */
export function computePeriodEnd(anchor: number, start: number, length: number): number {
  for (let months = length; ; months += length) {
    const end = addMonths(anchor, months);
    if (end > start) return end;
  }
}

const DAY = 86_400;
const DURATION =
  /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/;

/**
 * The time some months later on the same day of the month, or on its last day when it is shorter.
 * @param anchor seconds since 1970
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

/** The end of the period that begins at `start`, of those that count from `anchor`. */
export function periodEnd(anchor: number, start: number, length: number): number {
  for (let months = length; ; months += length) {
    const end = addMonths(anchor, months);
    if (end > start) return end;
  }
}

/**
 * The time after an ISO 8601 duration such as `P1M`, `P3D` or `PT1H`; undefined when it is none.
 * @param from seconds since 1970
 */
export function addDuration(from: number, duration: string): number | undefined {
  const match = DURATION.exec(duration);
  if (match === null || /[PT]$/.test(duration)) return undefined;
  const [years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = match
    .slice(1)
    .map((part: string | undefined) => Number(part ?? 0));
  return (
    addMonths(from, years * 12 + months) +
    (weeks * 7 + days) * DAY +
    hours * 3600 +
    minutes * 60 +
    seconds
  );
}

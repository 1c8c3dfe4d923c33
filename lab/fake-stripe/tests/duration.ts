import { addMonths } from '../src/model/time.ts';

const DAY_SECONDS = 86_400;
const DURATION =
  /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/;

/** Adds an ISO 8601 duration such as `P1M` to seconds since 1970; undefined if invalid. */
export function addDuration(from: number, duration: string): number | undefined {
  const match = DURATION.exec(duration);
  if (match === null || /[PT]$/.test(duration)) return undefined;
  const [years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = match
    .slice(1)
    .map((part: string | undefined) => Number(part ?? 0));
  return (
    addMonths(from, years * 12 + months) +
    (weeks * 7 + days) * DAY_SECONDS +
    hours * 3600 +
    minutes * 60 +
    seconds
  );
}

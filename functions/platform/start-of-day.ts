import { DAY_MS } from '../../shared/model/duration.ts';

const DEFAULT_ZONE = 'Europe/Paris';
const OFFSET = /^GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/;

/** Start of the day in epoch milliseconds. `zone` is an IANA time zone; unknown ones mean Paris. */
export function startOfDay(now: number, zone: string = DEFAULT_ZONE): number {
  const format = formatOf(zone) ?? formatOf(DEFAULT_ZONE);
  if (!format) throw new RangeError(`this runtime does not know ${DEFAULT_ZONE}`);
  const offset = offsetAt(format, now);
  const midnight = Math.floor((now + offset) / DAY_MS) * DAY_MS;
  // The offset at midnight may differ from the offset at `now`.
  return midnight - offsetAt(format, midnight - offset);
}

/** Offset from UTC in milliseconds, positive if ahead of UTC. A bare `GMT` means 0. */
function offsetAt(format: Intl.DateTimeFormat, at: number): number {
  const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours = 0, minutes = 0, seconds = 0] = OFFSET.exec(name) ?? [];
  const ahead = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
  return sign === '-' ? -ahead : ahead;
}

function formatOf(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'longOffset' });
  } catch {
    return undefined;
  }
}

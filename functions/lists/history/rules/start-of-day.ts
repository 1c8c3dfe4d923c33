const DEFAULT_ZONE = 'Europe/Paris';

/**
 * The first moment of the day that `now` falls on in an IANA time zone, in epoch milliseconds.
 * A zone that does not exist counts as Europe/Paris.
 */
export function startOfDay(now: number, zone: string = DEFAULT_ZONE): number {
  const format = formatOf(zone) ?? formatOf(DEFAULT_ZONE);
  if (!format) throw new RangeError(`this runtime does not know ${DEFAULT_ZONE}`);
  const today = wallClock(format, now).day;
  // The offset in force at midnight may differ from the present one.
  const near = today - wallClock(format, now).offset;
  return today - wallClock(format, near).offset;
}

/** A moment by the zone's clocks, as if they showed UTC; `day` is the midnight before it. */
function wallClock(format: Intl.DateTimeFormat, at: number) {
  const part: Record<string, number> = {};
  for (const { type, value } of format.formatToParts(at)) part[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  const moment = Date.UTC(year, month - 1, day, hour, minute, second);
  return {
    moment,
    day: Date.UTC(year, month - 1, day),
    offset: moment - Math.floor(at / 1000) * 1000,
  };
}

function formatOf(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat('en-GB', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  } catch {
    return undefined;
  }
}

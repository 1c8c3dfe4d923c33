import type { Language } from '../../../shared/model/account.ts';
import { wideSpaces } from '../../../shared/model/wide-spaces.ts';

/** British English, as the customers are in Europe. */
const LOCALE = { en: 'en-GB', fr: 'fr-FR' } as const satisfies Record<Language, string>;

const MEBI = 1024 * 1024;

/** Units of time with their seconds, the longest first. */
const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/** A figure as coarse as people say it: 1 to 9, then fives, then tens. */
function roundTo(figure: number, round: (value: number) => number): number {
  const step = figure < 10 ? 1 : figure < 30 ? 5 : 10;
  return Math.max(1, step * round(figure / step));
}

/** Numbers and dates in a language, in the time zone of the browser unless one is given. */
export function formatIn(language: Language, timeZone?: string) {
  const locale = LOCALE[language];
  const numbers = (options?: Intl.NumberFormatOptions, place: string = locale) => {
    const { format } = new Intl.NumberFormat(place, options);
    return (value: number) => wideSpaces(format(value));
  };
  const dates = (options: Intl.DateTimeFormatOptions) => {
    const { format } = new Intl.DateTimeFormat(locale, { timeZone, ...options });
    return (iso: string) => format(new Date(iso));
  };
  const euros = numbers({ style: 'currency', currency: 'EUR' });
  const whole = numbers({ style: 'percent' });
  const tenths = numbers({ style: 'percent', maximumFractionDigits: 1 });
  const past = new Intl.RelativeTimeFormat(locale);
  const signed = numbers({ signDisplay: 'exceptZero' });
  const megabytes = numbers({ style: 'unit', unit: 'megabyte' });
  const date = dates({ dateStyle: 'medium' });
  const shortDate = dates({ day: 'numeric', month: 'short' });
  const month = dates({ month: 'long', year: 'numeric' });
  const time = dates({ timeStyle: 'short' });
  const utcTime = dates({ timeStyle: 'short', timeZone: 'UTC' });
  return {
    number: numbers(),
    /** A large number in few characters, in English as Americans write it: 1M is a million. */
    short: numbers({ notation: 'compact' }, language),
    /** A share from 0 to 1, rounded down, so that 100 % means all. */
    percent: numbers({ style: 'percent', roundingMode: 'trunc' }),
    /** A share from 0 to 1, with one decimal below 10 %; what is there at all is never 0 %. */
    share: (part: number) =>
      part > 0 && part < 0.0005
        ? `<\u00a0${tenths(0.001)}`
        : (part < 0.0995 ? tenths : whole)(part),
    /** So many seconds before now, in the largest unit that they fill. */
    ago(seconds: number) {
      const [unit, length] = UNITS.find(([, each]) => seconds >= each) ?? ['second', 1];
      return past.format(-Math.floor(seconds / length), unit);
    },
    /** Cents as an amount in euros. */
    euros: (cents: number) => euros(cents / 100),
    /** With its sign, unless it is zero. */
    signed: (value: number) => signed(value).replace('-', '\u2212'),
    /** A month, `2026-11`, with its year. */
    month: (iso: string) => month(`${iso}-15T12:00`),
    /** A day, `2026-11-20`, that is the same in every time zone. */
    day: (iso: string) => date(`${iso}T12:00`),
    date,
    /** The time of day in UTC. */
    utcTime,
    /** The time of day, with the date before it unless that is the date of `day`. */
    moment: (iso: string, day: string) =>
      date(iso) === date(day) ? time(iso) : `${shortDate(iso)}, ${time(iso)}`,
    /** A number of bytes, in megabytes. */
    megabytes: (bytes: number) => megabytes(Math.round(bytes / MEBI)),
    /** A range of seconds in rounded figures of one unit, such as "3–5 minutes", on one line. */
    range(from: number, to: number) {
      const [unit, seconds] = UNITS.find(([, length]) => to >= 2 * length) ?? ['second', 1];
      const span = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' });
      const [low, high] = [roundTo(from / seconds, Math.floor), roundTo(to / seconds, Math.ceil)];
      const text = low === high ? span.format(high) : span.formatRange(low, high);
      // The data of a browser may let a line end between a figure and its unit.
      return text.replaceAll(/[ \u202f]/g, '\u00a0');
    },
  };
}

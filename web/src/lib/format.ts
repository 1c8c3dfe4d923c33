import type { Language } from '../../../shared/model/account.ts';
import { replaceNarrowSpaces } from '../../../shared/model/wide-spaces.ts';

/** British English, because the customers are in Europe. */
const LOCALE = { en: 'en-GB', fr: 'fr-FR' } as const satisfies Record<Language, string>;

const MEBI = 1024 * 1024;

/** Units of time with their seconds, longest first. */
const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/** Rounds to a multiple of 1 for a figure below 10, of 5 below 30, and else of 10; at least 1. */
function roundTo(figure: number, round: (value: number) => number): number {
  const step = figure < 10 ? 1 : figure < 30 ? 5 : 10;
  return Math.max(1, step * round(figure / step));
}

/** Formats numbers and dates in a language and a time zone (by default the browser's). */
export function createFormatters(language: Language, timeZone?: string) {
  const locale = LOCALE[language];
  const numbers = (options?: Intl.NumberFormatOptions, numberLocale: string = locale) => {
    const { format } = new Intl.NumberFormat(numberLocale, options);
    return (value: number) => replaceNarrowSpaces(format(value));
  };
  const dates = (options: Intl.DateTimeFormatOptions) => {
    const { format } = new Intl.DateTimeFormat(locale, { timeZone, ...options });
    return (iso: string) => format(new Date(iso));
  };
  const euros = numbers({ style: 'currency', currency: 'EUR' });
  const wholePercent = numbers({ style: 'percent' });
  const tenthsPercent = numbers({ style: 'percent', maximumFractionDigits: 1 });
  const relativeTime = new Intl.RelativeTimeFormat(locale);
  const signed = numbers({ signDisplay: 'exceptZero' });
  const change = numbers({ style: 'percent', signDisplay: 'exceptZero' });
  const megabytes = numbers({ style: 'unit', unit: 'megabyte' });
  const date = dates({ dateStyle: 'medium' });
  const shortDate = dates({ day: 'numeric', month: 'short' });
  const year = dates({ year: 'numeric' });
  const month = dates({ month: 'long', year: 'numeric' });
  const time = dates({ timeStyle: 'short' });
  const utcTime = dates({ timeStyle: 'short', timeZone: 'UTC' });
  return {
    number: numbers(),
    /** English uses American abbreviations: 1M is a million. */
    short: numbers({ notation: 'compact' }, language),
    /** Formats a fraction from 0 to 1 in percent, rounded down, so that 100 % means complete. */
    percent: numbers({ style: 'percent', roundingMode: 'trunc' }),
    /** Formats a fraction in percent, with one decimal below 10 %. Only zero is shown as zero. */
    share: (part: number) =>
      part > 0 && part < 0.0005
        ? `<\u00a0${tenthsPercent(0.001)}`
        : (part < 0.0995 ? tenthsPercent : wholePercent)(part),
    /** Formats a fraction in percent with two significant digits, for rare events. */
    rate: numbers({ style: 'percent', maximumSignificantDigits: 2 }),
    /** Formats how many seconds ago something was, in the largest whole unit. */
    ago(seconds: number) {
      const [unit, length] = UNITS.find(([, each]) => seconds >= each) ?? ['second', 1];
      return relativeTime.format(-Math.floor(seconds / length), unit);
    },
    euros: (cents: number) => euros(cents / 100),
    /** Formats a number with its sign, unless it is zero. */
    signed: (value: number) => signed(value).replace('-', '\u2212'),
    /** Formats a relative change in percent with its sign, such as "+12%" for 0.12. */
    change: (part: number) => change(part).replace('-', '\u2212'),
    /** Formats a month such as `2026-11` with its year. */
    month: (iso: string) => month(`${iso}-15T12:00`),
    /** Formats a date without a time, such as `2026-11-20`, independently of the time zone. */
    day: (iso: string) => date(`${iso}T12:00`),
    date,
    utcTime,
    /**
     * Formats the time of day, preceded by the date unless it is the date of `day`. The date has no
     * year if `day` is in the same year.
     */
    moment(iso: string, day: string) {
      if (date(iso) === date(day)) return time(iso);
      return `${(year(iso) === year(day) ? shortDate : date)(iso)}, ${time(iso)}`;
    },
    megabytes: (bytes: number) => megabytes(Math.round(bytes / MEBI)),
    /** Formats a range of seconds in rounded figures of one unit, such as "3–5 minutes". */
    range(from: number, to: number) {
      const [unit, seconds] = UNITS.find(([, length]) => to >= 2 * length) ?? ['second', 1];
      const span = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' });
      const [low, high] = [roundTo(from / seconds, Math.floor), roundTo(to / seconds, Math.ceil)];
      const text = low === high ? span.format(high) : span.formatRange(low, high);
      // The browser's locale data may contain breaking spaces between figure and unit.
      return text.replaceAll(/[ \u202f]/g, '\u00a0');
    },
  };
}

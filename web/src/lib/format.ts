import type { Language } from '../../../shared/model/account.ts';

/** British English, as the customers are in Europe. */
const LOCALE = { en: 'en-GB', fr: 'fr-FR' } as const satisfies Record<Language, string>;

const MEBI = 1024 * 1024;

export interface Format {
  number(value: number): string;
  /** A share from 0 to 1, rounded down, so that 100 % means all. */
  percent(share: number): string;
  /** Cents as an amount in euros. */
  euros(cents: number): string;
  date(iso: string): string;
  /** The time of day, with the date before it unless that is the date of `day`. */
  moment(iso: string, day: string): string;
  /** A number of bytes, in megabytes. */
  megabytes(bytes: number): string;
}

/** Numbers and dates in a language, in the time zone of the browser unless one is given. */
export function formatIn(language: Language, timeZone?: string): Format {
  const locale = LOCALE[language];
  const zone = timeZone === undefined ? {} : { timeZone };
  const number = new Intl.NumberFormat(locale);
  const percent = new Intl.NumberFormat(locale, { style: 'percent', roundingMode: 'trunc' });
  const euros = new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' });
  const megabytes = new Intl.NumberFormat(locale, { style: 'unit', unit: 'megabyte' });
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', ...zone });
  const shortDate = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', ...zone });
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short', ...zone });
  return {
    number: (value) => number.format(value),
    percent: (share) => percent.format(share),
    euros: (cents) => euros.format(cents / 100),
    date: (iso) => date.format(new Date(iso)),
    moment(iso, day) {
      const then = new Date(iso);
      const sameDay = date.format(then) === date.format(new Date(day));
      return sameDay ? time.format(then) : `${shortDate.format(then)}, ${time.format(then)}`;
    },
    megabytes: (bytes) => megabytes.format(Math.round(bytes / MEBI)),
  };
}

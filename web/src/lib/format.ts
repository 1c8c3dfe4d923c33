import type { Language } from '../../../shared/model/account.ts';

/** English is written the European way, as the prices are in euros. */
const LOCALE = { en: 'en-GB', fr: 'fr-FR' } as const satisfies Record<Language, string>;

const MEBI = 1024 * 1024;

export interface Format {
  number(value: number): string;
  /** A share of one, rounded down, so that 100 % means all of it. */
  percent(share: number): string;
  date(iso: string): string;
  /** The time of day, with the date before it when it is another day than `day`. */
  moment(iso: string, day: string): string;
  /** Bytes as megabytes. */
  megabytes(bytes: number): string;
}

/** Figures and dates as the language writes them, in the reader's time zone unless one is given. */
export function formatIn(language: Language, timeZone?: string): Format {
  const locale = LOCALE[language];
  const zone = timeZone === undefined ? {} : { timeZone };
  const number = new Intl.NumberFormat(locale);
  const percent = new Intl.NumberFormat(locale, { style: 'percent', roundingMode: 'trunc' });
  const megabytes = new Intl.NumberFormat(locale, { style: 'unit', unit: 'megabyte' });
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', ...zone });
  const shortDate = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', ...zone });
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short', ...zone });
  return {
    number: (value) => number.format(value),
    percent: (share) => percent.format(share),
    date: (iso) => date.format(new Date(iso)),
    moment(iso, day) {
      const then = new Date(iso);
      const sameDay = date.format(then) === date.format(new Date(day));
      return sameDay ? time.format(then) : `${shortDate.format(then)}, ${time.format(then)}`;
    },
    megabytes: (bytes) => megabytes.format(Math.round(bytes / MEBI)),
  };
}

import type { Language } from '../../../shared/model/account.ts';
import { VAT_LABEL, vatTreatmentOf } from '../../../shared/model/plans/plans.ts';
import { replaceNarrowSpaces } from '../../../shared/model/wide-spaces.ts';

/** Texts and formats in an email's language. */
export interface Phrases {
  readonly language: Language;
  readonly say: (en: string, fr: string) => string;
  readonly number: (value: number) => string;
  readonly euros: (cents: number) => string;
  /** Formats a price such as `€20.00 excl. VAT`, with no-break spaces. */
  readonly price: (cents: number) => string;
  /** Formats a date in Paris time. */
  readonly day: (at: string) => string;
  /** Formats a date and a time in Paris time. */
  readonly moment: (at: string) => string;
}

/** Removes line breaks and control characters, so that a list's name cannot inject headers. */
export const oneLine = (text: string): string =>
  text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

/** @param tax the seller's setting `TAX` */
export function createPhrases(language: Language, tax?: string): Phrases {
  const say = (en: string, fr: string): string => (language === 'fr' ? fr : en);
  const euros = (cents: number): string =>
    replaceNarrowSpaces(
      (cents / 100).toLocaleString(language, { style: 'currency', currency: 'EUR' }),
    );
  return {
    language,
    say,
    number: (value) => replaceNarrowSpaces(value.toLocaleString(language)),
    euros,
    price: (cents) =>
      `${euros(cents)}${VAT_LABEL[language][vatTreatmentOf(tax)]}`.replaceAll(' ', '\u00a0'),
    day: (at) =>
      new Date(at).toLocaleDateString(say('en-GB', 'fr'), {
        dateStyle: 'long',
        timeZone: 'Europe/Paris',
      }),
    moment: (at) =>
      replaceNarrowSpaces(
        new Date(at).toLocaleString(say('en-GB', 'fr'), {
          dateStyle: 'medium',
          timeStyle: 'short',
          timeZone: 'Europe/Paris',
        }),
      ).replace(':', say(':', '\u00a0h\u00a0')),
  };
}

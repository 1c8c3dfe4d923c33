import type { Language } from '../../../shared/model/account.ts';
import { replaceNarrowSpaces } from '../../../shared/model/wide-spaces.ts';

/** Texts and formats in an email's language. */
export interface Phrases {
  readonly language: Language;
  readonly say: (en: string, fr: string) => string;
  readonly number: (value: number) => string;
  readonly euros: (cents: number) => string;
  /** Formats a date in Paris time. */
  readonly day: (at: string) => string;
}

export function phrasesIn(language: Language): Phrases {
  const say = (en: string, fr: string): string => (language === 'fr' ? fr : en);
  return {
    language,
    say,
    number: (value) => replaceNarrowSpaces(value.toLocaleString(language)),
    euros: (cents) =>
      replaceNarrowSpaces(
        (cents / 100).toLocaleString(language, { style: 'currency', currency: 'EUR' }),
      ),
    day: (at) =>
      new Date(at).toLocaleDateString(say('en-GB', 'fr'), {
        dateStyle: 'long',
        timeZone: 'Europe/Paris',
      }),
  };
}

import type { Language } from '../../../shared/model/account.ts';
import { wideSpaces } from '../../../shared/model/wide-spaces.ts';

/** The texts and figures of a mail, in its language. */
export interface Phrases {
  readonly language: Language;
  readonly say: (en: string, fr: string) => string;
  readonly number: (value: number) => string;
  readonly euros: (cents: number) => string;
  /** A moment and a day, in the time of Paris. */
  readonly moment: (at: string) => string;
  readonly day: (at: string) => string;
}

const PARIS = { dateStyle: 'long', timeZone: 'Europe/Paris' } as const;

export function phrasesIn(language: Language): Phrases {
  const say = (en: string, fr: string): string => (language === 'fr' ? fr : en);
  const dates = say('en-GB', 'fr');
  return {
    language,
    say,
    number: (value) => wideSpaces(value.toLocaleString(language)),
    euros: (cents) =>
      wideSpaces((cents / 100).toLocaleString(language, { style: 'currency', currency: 'EUR' })),
    moment: (at) => {
      const time = new Date(at).toLocaleString(dates, { ...PARIS, timeStyle: 'short' });
      return say(`${time} (Paris time)`, `${time.replace(':', '\u00a0h\u00a0')} (heure de Paris)`);
    },
    day: (at) => new Date(at).toLocaleDateString(dates, PARIS),
  };
}

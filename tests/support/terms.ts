import type { Language } from '../../shared/model/account.ts';

/**
 * Compares the roles, rights and numbers in texts between languages: a translation must not promise
 * a different role, right or number.
 */

type Words = Readonly<Record<Language, string>>;

/** Words of a term in each language, as patterns for whole words. */
const TERMS: Readonly<Record<string, Words>> = {
  owner: { en: 'owners?', fr: 'propriétaires?' },
  administrator: { en: 'administrators?|admins?', fr: 'administrateurs?|admins?' },
  member: { en: 'members?', fr: 'membres?' },
  viewer: { en: 'viewers?', fr: 'lecteurs?' },
  verify: {
    en: String.raw`(?:un)?verif(?:y|i)\p{L}*|(?:re|un)?check(?:s|ed|ing)?`,
    fr: String.raw`(?:re)?vérifi\p{L}*`,
  },
  key: { en: 'keys?', fr: 'clés?(?! d’accès)' },
  pay: {
    en: String.raw`pay(?:s|ing|ments?)?|paid`,
    fr: String.raw`pa(?:ie|ya|ye|yé)\p{L}*|régl(?:er|ez|ée?s?)`,
  },
  buy: {
    en: String.raw`buy(?:s|ing)?|bought|purchas\p{L}*`,
    fr: String.raw`ach[eè]t\p{L}*|achats?`,
  },
  invite: { en: String.raw`invit\p{L}*`, fr: String.raw`invit\p{L}*` },
  download: { en: String.raw`download\p{L}*`, fr: String.raw`télécharg\p{L}*` },
  credit: { en: 'credits?(?! notes?)', fr: 'crédits?' },
};

/**
 * Words for numbers from two; `un` and `one` are omitted, because they are also articles and
 * pronouns.
 */
const NUMBER_WORDS: Readonly<Record<number, Words>> = {
  2: { en: 'two|both|twice', fr: 'deux|doublé' },
  3: { en: 'three', fr: 'trois' },
  4: { en: 'four', fr: 'quatre' },
  5: { en: 'five', fr: 'cinq' },
  6: { en: 'six', fr: 'six' },
  7: { en: 'seven', fr: 'sept' },
  8: { en: 'eight', fr: 'huit' },
  9: { en: 'nine', fr: 'neuf' },
  10: { en: 'ten', fr: 'dix' },
  12: { en: 'twelve', fr: 'douze' },
  20: { en: 'twenty', fr: 'vingt' },
  30: { en: 'thirty', fr: 'trente' },
};

/** Compiles the words of each term into one pattern for whole words. */
const compile = (terms: Readonly<Record<string, Words>>, language: Language): [string, RegExp][] =>
  Object.entries(terms).map(([name, { [language]: words }]) => [
    name,
    new RegExp(String.raw`(?<![\p{L}-])(?:${words})(?!\p{L})`, 'iu'),
  ]);
const patternsOf = (language: Language) => [
  ...compile(TERMS, language),
  ...compile(NUMBER_WORDS, language),
];
const PATTERNS = { en: patternsOf('en'), fr: patternsOf('fr') };

/** Returns a number without separators of thousands, with a decimal point. */
const normalize = (number: string): string =>
  number
    .replaceAll(/[\s\u00a0\u202f]/g, '')
    .replaceAll(/,(?=\d{3}(?!\d))/g, '')
    .replace(',', '.');

function termsIn(text: string, language: Language): string[] {
  const plain = text.replaceAll(/\{\{.*?\}\}/g, ' {{}} ');
  const digits = plain.matchAll(/(?<![\p{L}\d])\d+(?:[,\s\u00a0\u202f]\d{3}(?!\d))*(?:[.,]\d+)?/gu);
  const named = PATTERNS[language].filter(([, pattern]) => pattern.test(plain));
  return [...named.map(([name]) => name), ...Array.from(digits, ([number]) => normalize(number))];
}

/** Returns the terms that only one of two texts names. Terms of the English text come first. */
export function findDifferentTerms(english: string, french: string): string[] {
  const en = termsIn(english, 'en');
  const fr = termsIn(french, 'fr');
  return [...en.filter((term) => !fr.includes(term)), ...fr.filter((term) => !en.includes(term))];
}

/** Letters without a Unicode decomposition into a plain letter and a mark. */
const REPLACEMENTS: Readonly<Record<string, string>> = {
  œ: 'oe',
  æ: 'ae',
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ς: 'σ',
  '‘': "'",
  '’': "'",
  ʼ: "'",
  '‐': '-',
};
const REPLACED_LETTERS = new RegExp(`[${Object.keys(REPLACEMENTS).join('')}]`, 'gu');

/** ASCII letters, digits and punctuation, for which lowercasing is enough. */
const ASCII = /^(?:[!-~]+(?: [!-~]+)*)?$/;

/**
 * Normalizes a text for search and sorting, ignoring case, accents, ligatures and the kinds of
 * apostrophe, hyphen and space. Idempotent.
 */
export function foldCase(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(REPLACED_LETTERS, (letter) => REPLACEMENTS[letter] ?? letter)
    .replaceAll(/\s+/g, ' ')
    .trim();
}

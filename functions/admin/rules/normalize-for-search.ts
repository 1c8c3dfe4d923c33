/** Replacements for letters and marks that NFKD does not decompose. */
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

/** Printable ASCII without repeated or outer spaces, for which lowercasing is enough. */
const ASCII = /^(?:[!-~]+(?: [!-~]+)*)?$/;

/**
 * Lowercases, removes accents, expands ligatures, and replaces variants of apostrophe, hyphen and
 * space. Idempotent.
 */
export function normalizeForSearch(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(REPLACED_LETTERS, (letter) => REPLACEMENTS[letter] ?? letter)
    .replaceAll(/\s+/g, ' ')
    .trim();
}

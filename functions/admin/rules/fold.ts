/** Letters that no decomposition splits into a plain letter and a mark. */
const PLAIN: Readonly<Record<string, string>> = {
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
const SPECIAL = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'gu');

/** Letters, digits and signs that are folded once they are in lower case. */
const ASCII = /^(?:[!-~]+(?: [!-~]+)*)?$/;

/**
 * A text as it is searched and sorted: without regard to case, accents, ligatures and the kinds of
 * apostrophe, hyphen and blank. Folding twice is folding once.
 */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(SPECIAL, (letter) => PLAIN[letter] ?? letter)
    .replaceAll(/\s+/g, ' ')
    .trim();
}

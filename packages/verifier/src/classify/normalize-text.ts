/** Combining accents that NFD separates from Latin letters. */
const ACCENTS = /[\u0300-\u036f]/g;
const SPELLINGS: readonly [RegExp, string][] = [
  [/[\u2018\u2019\u02bc\u00b4`]/g, "'"],
  [/[\u2010-\u2015]/g, '-'],
  [/ł/g, 'l'],
  [/ß/g, 'ss'],
  [/ø/g, 'o'],
  [/ı/g, 'i'],
  [/đ/g, 'd'],
];
/** ASCII text without capital letters or grave accents, which needs no conversion. */
const PLAIN_TEXT = /^[ -@[-_a-~]*$/;

/** Converts text to the form in which replies and phrases are compared. */
export function normalizeText(text: string): string {
  let result = text.toLowerCase();
  if (PLAIN_TEXT.test(result)) return result;
  result = result.normalize('NFD').replace(ACCENTS, '').normalize('NFC');
  for (const [from, to] of SPELLINGS) result = result.replace(from, to);
  return result;
}

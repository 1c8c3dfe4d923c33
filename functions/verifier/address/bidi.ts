import { domainToASCII } from 'node:url';
import { asLabels } from './as-labels.ts';

/**
 * Right to left (Bidi R, AL, AN): what Unicode keeps these blocks for, less the combining marks and the
 * extended Arabic digits, which count as European ones.
 */
const RIGHT_TO_LEFT =
  /(?![\u06f0-\u06f9])(?=[\p{L}\p{N}\p{P}])[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const JOINER_AT_END = /[\u200c\u200d]\p{M}*$/u;
const LAST_BEFORE_MARKS = /(.)[\p{Mn}\p{Me}]*$/u;
const ALEF = '\u05d0';

/**
 * The Bidi rule of RFC 5893 §2 for the labels that have no letter from right to left themselves, but share
 * a name with one that has: as `1.אב` is shown, nobody can tell which label comes first. `domainToASCII`
 * looks at each label alone, so it holds only those with such a letter to the rule.
 *
 * @param labels U-labels, each sound by itself
 */
export function keepsBidiRule(labels: readonly string[]): boolean {
  const others = labels.filter((label) => !RIGHT_TO_LEFT.test(label));
  if (others.length === labels.length) return true;
  if (labels.some((label) => JOINER_AT_END.test(label))) return false;
  return others.every((label) => {
    const [first = ''] = label;
    const last = LAST_BEFORE_MARKS.exec(label)?.[1] ?? '';
    return isLeftToRight(first) && (isLeftToRight(last) || isDigit(last));
  });
}

/** JavaScript has no Bidi classes, but a label from right to left takes anything within except L … */
function isLeftToRight(character: string): boolean {
  return asLabels(domainToASCII, ALEF + character + ALEF) === '';
}

/** … and ends in nothing but its own letters and digits (EN). */
function isDigit(character: string): boolean {
  return asLabels(domainToASCII, ALEF + character) !== '';
}

import { toALabels } from './idna.ts';

/** Bidi classes R, AL and AN by Unicode block, without the extended Arabic digits of class EN. */
const RIGHT_TO_LEFT_LETTER =
  /(?![\u06f0-\u06f9])(?=[\p{L}\p{N}\p{P}])[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const JOINER_AT_END = /[\u200c\u200d]\p{M}*$/u;
const LAST_BEFORE_MARKS = /([^\p{Mn}\p{Me}])[\p{Mn}\p{Me}]*$/u;
const ALEF = '\u05d0';

/**
 * Whether a name of valid U-labels satisfies the Bidi rule (RFC 5893 §2). One right-to-left letter
 * subjects all labels to the rule, but `toALabels` checks each label separately.
 */
export function satisfiesBidiRule(labels: readonly string[]): boolean {
  const others = labels.filter((label) => !RIGHT_TO_LEFT_LETTER.test(label));
  if (others.length === labels.length) return true;
  if (labels.some((label) => JOINER_AT_END.test(label))) return false;
  return others.every((label) => {
    const [first = ''] = label;
    const last = LAST_BEFORE_MARKS.exec(label)?.[1] ?? '';
    return isLeftToRight(first) && (isLeftToRight(last) || isDigit(last));
  });
}

/**
 * JavaScript does not expose Bidi class L, so this function puts the character between two
 * right-to-left letters: the label is invalid only if the character has class L.
 */
function isLeftToRight(character: string): boolean {
  return toALabels(ALEF + character + ALEF) === '';
}

/**
 * Whether a character of a left-to-right script has Bidi class EN. Such a character may end a label
 * that starts with a right-to-left letter; a character of class L may not.
 */
function isDigit(character: string): boolean {
  return toALabels(ALEF + character) !== '';
}

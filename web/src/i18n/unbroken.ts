import { wideSpaces } from '../../../shared/model/wide-spaces.ts';

/**
 * Texts as our fonts show them best: no line ends within “e-mail”, whose hyphen a word joiner
 * follows (UAX #14, class WJ), as the fonts have none that does not break; no gap is too narrow.
 */
export const unbroken = <T extends object | string>(texts: T): T =>
  JSON.parse(wideSpaces(JSON.stringify(texts)).replaceAll(/(?<=e-)(?=mail)/gi, '\u2060'));

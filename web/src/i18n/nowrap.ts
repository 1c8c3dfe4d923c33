import { replaceNarrowSpaces } from '../../../shared/model/wide-spaces.ts';

/**
 * Adapts texts to our fonts, which lack a non-breaking hyphen and have too narrow spaces: a word
 * joiner (UAX #14, class WJ) keeps “e-mail” on one line.
 */
export const nowrap = <T extends object | string>(texts: T): T =>
  JSON.parse(replaceNarrowSpaces(JSON.stringify(texts)).replaceAll(/(?<=e-)(?=mail)/gi, '\u2060'));

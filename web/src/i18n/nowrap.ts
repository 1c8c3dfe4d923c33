import { replaceNarrowSpaces } from '../../../shared/model/wide-spaces.ts';

/**
 * Adapts texts to our fonts, in which narrow spaces are too narrow and the non-breaking hyphen is
 * missing. To keep “e-mail” on one line, inserts a word joiner (UAX #14, class WJ).
 */
export const nowrap = <T extends object | string>(texts: T): T =>
  JSON.parse(replaceNarrowSpaces(JSON.stringify(texts)).replaceAll(/(?<=e-)(?=mail)/gi, '\u2060'));

import { replaceNarrowSpaces } from '../../../shared/model/wide-spaces.ts';

/**
 * Adapts texts to our fonts, in which narrow spaces are too narrow and the non-breaking hyphen is
 * missing. To keep “e-mail” on one line, inserts a word joiner (UAX #14, class WJ) in sentences, but
 * not in labels, whose exact characters matter to voice control.
 */
export const nowrap = <T extends object | string>(texts: T): T =>
  JSON.parse(replaceNarrowSpaces(JSON.stringify(texts)), (_, value: unknown) =>
    typeof value === 'string' && SENTENCE_MARK.test(value)
      ? value.replaceAll(/(?<=e-)(?=mail)/gi, '\u2060')
      : value,
  );

const SENTENCE_MARK = /[.!?:]/;

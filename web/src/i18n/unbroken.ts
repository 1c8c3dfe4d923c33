/**
 * Texts in which no line ends within “e-mail”: a word joiner follows its hyphen (UAX #14, class WJ),
 * as our fonts have no hyphen that does not break.
 */
export const unbroken = <T extends object>(texts: T): T =>
  JSON.parse(JSON.stringify(texts).replaceAll(/(?<=e-)(?=mail)/gi, '\u2060'));

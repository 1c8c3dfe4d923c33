/**
 * A French text or number with U+00A0 where U+202F stands before ; ! ? and between thousands, which
 * is two pixels wide in our fonts and hardly seen.
 */
export const wideSpaces = (text: string): string => text.replaceAll('\u202f', '\u00a0');

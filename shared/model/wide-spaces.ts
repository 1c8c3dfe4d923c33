/**
 * Replaces U+202F, which French uses before ; ! ? and between thousands, with U+00A0: in our fonts,
 * U+202F is only two pixels wide and hardly visible.
 */
export const replaceNarrowSpaces = (text: string): string => text.replaceAll('\u202f', '\u00a0');

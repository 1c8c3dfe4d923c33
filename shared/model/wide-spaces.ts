/**
 * Replaces U+202F, which French uses before ; ! ? and between thousands, by U+00A0: in our fonts
 * the former is only two pixels wide and hardly visible.
 */
export const replaceNarrowSpaces = (text: string): string => text.replaceAll('\u202f', '\u00a0');

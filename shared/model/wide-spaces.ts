/**
 * A number in French with U+00A0 between its thousands: Intl writes U+202F there, which is two
 * pixels wide in our fonts and hardly seen.
 */
export const wideSpaces = (number: string): string => number.replaceAll('\u202f', '\u00a0');

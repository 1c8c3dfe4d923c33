/** Zero-width spaces, joiners, directional marks, byte order mark, soft hyphen. */
const INVISIBLE = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u00ad]/g;
const FULL_WIDTH = /[\uff01-\uff5e]/g;
const FULL_WIDTH_OFFSET = 0xfee0;
/** Apostrophes inside words that word processors and phones insert instead of the ASCII one. */
const APOSTROPHE =
  /(?<=[\p{L}\p{N}])[\u00b4\u0091\u0092\u2018\u2019\u02bc\u2032](?=[\p{L}\p{N}])/gu;
/** Dashes inside words that word processors and phones insert instead of a hyphen. */
const DASH = /(?<=[\p{L}\p{N}])[\u0096\u0097\u2010-\u2015\u2212\ufe63](?=[\p{L}\p{N}])/gu;

/**
 * Restores the text as typed: ASCII apostrophes and hyphens inside words, ASCII characters instead
 * of full-width ones, and no invisible characters. By RFC 6531, `o’neil` and `o'neil` are two
 * mailboxes, but no provider issues `o’neil`.
 */
export const normalizeTypography = (text: string): string =>
  text
    .replaceAll(INVISIBLE, '')
    .replaceAll(FULL_WIDTH, (wide) => String.fromCharCode(wide.charCodeAt(0) - FULL_WIDTH_OFFSET))
    .replaceAll(APOSTROPHE, "'")
    .replaceAll(DASH, '-');

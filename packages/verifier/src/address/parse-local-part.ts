import type { SyntaxDetail } from './types.ts';

/**
 * RFC 5321 §4.5.3.1.1 specifies 64 octets, and asks implementations not to impose limits. Mailing
 * lists confirm subscriptions with longer local parts, so this limit is higher, and the server
 * decides. A non-ASCII character takes two to four octets (RFC 6531 §3.3).
 */
export const MAX_LOCAL_OCTETS = 128;

/** `atext` of RFC 5322 §3.2.3 with UTF8-non-ascii of RFC 6531 §3.3, and dots in any position. */
const DOT_STRING = /^[a-z0-9!#$%&'*+/=?^_`{|}~.\u0080-\u{10ffff}-]+$/iu;

/** `Quoted-string` of RFC 5321 §4.1.2: qtextSMTP (UTF-8, RFC 6531), quoted-pairSMTP (ASCII). */
const QUOTED_STRING = /^"(?:[ !#-[\]-~\u0080-\u{10ffff}]|\\[ -~])*"/u;

/**
 * Characters that the grammar of RFC 6531 allows, but that nobody can type, see or distinguish:
 * white space other than SP; format, unassigned and private-use characters; noncharacters; and
 * U+FFFD, which replaces octets that are not UTF-8 (RFC 5198 §2, RFC 6532 §3.1).
 */
const INVISIBLE = /[\p{Z}\p{C}\ufffd]/u;

/** Joiners are allowed inside words of many scripts and inside emoji, where they have a meaning. */
const JOINER_IN_CONTEXT =
  /(?<=[\p{L}\p{M}\p{Extended_Pictographic}])[\u200c\u200d](?=[\p{L}\p{Extended_Pictographic}])/gu;

const encoder = new TextEncoder();

export const countOctets = (text: string): number => encoder.encode(text).length;

/** Parses the local part at the start of `input`, which ends at the `@` with index `end`. */
export function parseLocalPart(input: string): { text: string; end: number } | SyntaxDetail {
  const quoted = input.startsWith('"');
  const end = quoted ? (QUOTED_STRING.exec(input)?.[0].length ?? -1) : input.indexOf('@');
  if (end < 0) return quoted ? 'local_quotes' : 'no_at';
  if (input[end] !== '@') return input.includes('@', end) ? 'local_quotes' : 'no_at';

  const text = input.slice(0, end);
  const error = quoted ? undefined : findDotStringError(text);
  if (error) return error;
  if (countOctets(text) > MAX_LOCAL_OCTETS) return 'local_too_long';

  const visible = quoted ? text.replaceAll(' ', '') : text;
  if (INVISIBLE.test(visible.replace(JOINER_IN_CONTEXT, ''))) return 'local_character';
  if (/^"?\p{M}/u.test(text)) return 'local_character';
  return { text, end };
}

function findDotStringError(text: string): SyntaxDetail | undefined {
  if (text === '') return 'local_empty';
  if (/[\s()]/.test(text)) return 'comment_or_space';
  if (text.includes('"')) return 'local_quotes';
  // The NFC form counts as the same text (RFC 6532 §3.1) and must be valid too, because NFC turns
  // U+037E into a semicolon.
  if (!DOT_STRING.test(text) || !DOT_STRING.test(text.normalize('NFC'))) return 'local_character';
  return /^\.+$/.test(text) ? 'local_dots' : undefined;
}

export const hasMisplacedDots = (text: string): boolean =>
  !text.startsWith('"') && (text.startsWith('.') || text.endsWith('.') || text.includes('..'));

/** Removes redundant quotes and backslashes (RFC 5321 §4.1.2: `"joe"@x` is `joe@x`). */
export function normalizeQuoting(text: string): string {
  if (!text.startsWith('"')) return text;
  const content = text.slice(1, -1).replace(/\\(.)/gu, '$1');
  if (findDotStringError(content) === undefined && !hasMisplacedDots(content)) return content;
  return `"${content.replace(/["\\]/g, '\\$&')}"`;
}

import { isPlainDomain, parseDomain } from './parse-domain.ts';
import type { AddressError, ParsedAddress, SyntaxDetail } from './types.ts';

/**
 * RFC 5321 §4.5.3.1.1 specifies 64 octets, and asks implementations not to impose limits. Mailing
 * lists confirm subscriptions with longer local parts, so this limit is higher, and the server
 * decides. A non-ASCII character takes two to four octets (RFC 6531 §3.3).
 */
const MAX_LOCAL_OCTETS = 128;

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

const countOctets = (text: string): number => encoder.encode(text).length;

/** Parses the local part at the start of `input`, which ends at the `@` with index `end`. */
function parseLocalPart(input: string): { text: string; end: number } | SyntaxDetail {
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

const hasMisplacedDots = (text: string): boolean =>
  !text.startsWith('"') && (text.startsWith('.') || text.endsWith('.') || text.includes('..'));

/** Removes redundant quotes and backslashes (RFC 5321 §4.1.2: `"joe"@x` is `joe@x`). */
function normalizeQuoting(text: string): string {
  if (!text.startsWith('"')) return text;
  const content = text.slice(1, -1).replace(/\\(.)/gu, '$1');
  if (findDotStringError(content) === undefined && !hasMisplacedDots(content)) return content;
  return `"${content.replace(/["\\]/g, '\\$&')}"`;
}

/**
 * Domains of Japanese carriers, which issued addresses such as `taro..yamada@docomo.ne.jp` until
 * 2009. The addresses are still in use, and the carriers' servers accept the quoted form.
 */
const CARRIER_DOMAINS = /(?:^|\.)(?:docomo\.ne\.jp|ezweb\.ne\.jp|au\.com)$/;

const allowsMisplacedDots = (domain: string): boolean => CARRIER_DOMAINS.test(domain);

/** RFC 5321 §4.5.3.1.3 limits a path to 256 octets, including the angle brackets. */
const MAX_ADDRESS_OCTETS = 254;

/** Maximum characters. Limits the cost of NFC, which grows quadratically with combining marks. */
const MAX_INPUT_LENGTH = MAX_LOCAL_OCTETS + 1 + 255;

/** C0, DEL, C1 and the Unicode line and paragraph separators; none of them may reach the wire. */
const CONTROL_CHARACTER = /[\p{Cc}\p{Zl}\p{Zp}]/u;

const syntaxError = (detail: SyntaxDetail): AddressError => ({
  valid: false,
  reason: 'bad_syntax',
  detail,
});

/** Dot-string of RFC 5321 §4.1.2, in lower case. */
const PLAIN_LOCAL_PART = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@/;
/** Fast path for nearly all addresses, which need no conversion. */
function parsePlain(input: string): ParsedAddress | undefined {
  const at = input.indexOf('@');
  if (at < 1 || at > MAX_LOCAL_OCTETS || input.length > MAX_ADDRESS_OCTETS) return undefined;
  if (!PLAIN_LOCAL_PART.test(input)) return undefined;
  const ascii = input.slice(at + 1);
  if (!isPlainDomain(ascii)) return undefined;
  return {
    valid: true,
    local: input.slice(0, at),
    domain: ascii,
    ascii,
    normalized: input,
    wire: input,
    needsSmtpUtf8: false,
  };
}

/**
 * Parses one address for an SMTP envelope: Mailbox of RFC 5321 §4.1.2 with the extensions of RFC
 * 6531 §3.3. The domain is mapped by UTS #46 (non-transitional). The input is not trimmed or
 * repaired, except that a trailing dot of the domain is removed. Rejects syntax that only message
 * headers allow (RFC 5322 comments, folding white space, obsolete syntax). Also rejects address
 * literals, because nobody verifies a mailbox at a bare IP address. A local part that is invalid
 * only because of its dots is quoted (RFC 5321 §4.1.2) if its domain issued such addresses;
 * otherwise the address has a `breach`.
 * @returns the address, or the error; never throws
 */
export function parseAddress(input: string): ParsedAddress | AddressError {
  const plain = parsePlain(input);
  if (plain) return plain;
  if (latest?.input !== input) latest = { input, parsed: parseAnyAddress(input) };
  return latest.parsed;
}

/**
 * The latest result, cached because ingesting a file parses each address twice in a row: to find it
 * in a cell, then to store it.
 */
let latest: { input: string; parsed: ParsedAddress | AddressError } | undefined;

function parseAnyAddress(input: string): ParsedAddress | AddressError {
  if (input === '') return syntaxError('empty');
  if (input.length > MAX_INPUT_LENGTH) return syntaxError('address_too_long');
  if (CONTROL_CHARACTER.test(input) || !input.isWellFormed())
    return syntaxError('control_character');

  const local = parseLocalPart(input);
  if (typeof local === 'string') return syntaxError(local);

  const domain = parseDomain(input.slice(local.end + 1));
  if (typeof domain === 'string') return syntaxError(domain);

  const isMisdotted = hasMisplacedDots(local.text);
  const mustQuote = isMisdotted && allowsMisplacedDots(domain.ascii);
  const text = mustQuote ? `"${local.text}"` : local.text;
  const wire = `${text}@${domain.ascii}`;
  // A-labels can be longer than their U-labels, and the wire form has no other limit, so check
  // both.
  const octets = Math.max(countOctets(input), countOctets(wire));
  if (octets > MAX_ADDRESS_OCTETS) return syntaxError('address_too_long');

  return {
    valid: true,
    local: text,
    domain: domain.unicode,
    ascii: domain.ascii,
    normalized: `${fold(normalizeQuoting(text))}@${domain.ascii}`,
    wire,
    ...(isMisdotted && !mustQuote && { breach: 'local_dots' as const }),
    needsSmtpUtf8: text.length !== countOctets(text),
  };
}

/** Characters that NFC converts to ASCII: Greek question mark, Greek varia, Kelvin sign. */
const ASCII_LOOKALIKE = /([\u037e\u1fef\u212a])/u;

/**
 * Converts to lower case and NFC. Keeps a character that NFC would convert to ASCII, because the
 * result would be a different mailbox.
 */
function fold(local: string): string {
  return local
    .split(ASCII_LOOKALIKE)
    .map((part) =>
      ASCII_LOOKALIKE.test(part) ? part : part.normalize('NFC').toLowerCase().normalize('NFC'),
    )
    .join('');
}

import { isPlainDomain, parseDomain } from './parse-domain.ts';
import { allowsMisplacedDots } from './misplaced-dots.ts';
import {
  hasMisplacedDots,
  MAX_LOCAL_OCTETS,
  countOctets,
  parseLocalPart,
  normalizeQuoting,
} from './parse-local-part.ts';
import type { AddressError, ParsedAddress, SyntaxDetail } from './types.ts';

/**
 * Maximum octets of an address. RFC 5321 §4.5.3.1.3 limits a path to 256 octets, including the
 * angle brackets.
 */
const MAX_ADDRESS_OCTETS = 254;

/**
 * Maximum characters of an input: the longest local part, `@` and domain. Limits the cost of NFC,
 * which grows quadratically with combining marks.
 */
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

import { domainToASCII, domainToUnicode } from 'node:url';
import type { SyntaxDetail } from './types.ts';

/** RFC 5321 §4.5.3.1.2. */
const MAX_DOMAIN_OCTETS = 255;
/** RFC 1035 §2.3.4. */
const MAX_LABEL_OCTETS = 63;

const ASCII = /^[^\u0080-\u{10ffff}]*$/u;
const LETTERS_DIGITS_HYPHENS = /^[a-z0-9-]+$/;
const DOTTED_NUMBER = /^[0-9.]+$/;

interface Domain {
  /** A-labels, lower case. */
  ascii: string;
  /** U-labels, as UTS #46 maps them. */
  unicode: string;
}

const PLAIN_LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const PLAIN = new RegExp(`^(?!.*xn--)${PLAIN_LABEL}(?:\\.${PLAIN_LABEL})*$`);

/** Whether a domain is in its final form as it is: lower-case letters, digits and hyphens. */
export function isPlainDomain(input: string): boolean {
  return input.length <= MAX_DOMAIN_OCTETS && PLAIN.test(input);
}

/** Reads what stands after the `@`: `Domain` of RFC 5321 §4.1.2, U-labels by RFC 5890. */
export function parseDomain(input: string): Domain | SyntaxDetail {
  if (input === '') return 'domain_empty';
  if (input.startsWith('[')) return input.endsWith(']') ? 'address_literal' : 'domain_character';
  if (/[\s()]/.test(input)) return 'comment_or_space';
  if (/[^a-z0-9.\u0080-\u{10ffff}-]/iu.test(input)) return 'domain_character';

  const mapped = toAscii(input);
  if (mapped === undefined) return 'label_idna';
  const wrong = wrongInAscii(mapped);
  if (wrong) return wrong;

  // Plain names skip the IDNA round trip: that is nearly all of them.
  if (!mapped.includes('xn--')) return { ascii: mapped, unicode: mapped };
  const unicode = asLabels(domainToUnicode, mapped);
  return isSoundUnicode(mapped, unicode) ? { ascii: mapped, unicode } : 'label_idna';
}

function toAscii(input: string): string | undefined {
  if (ASCII.test(input)) return input.toLowerCase();
  const mapped = asLabels(domainToASCII, input);
  // An address in the digits of another script. RFC 5321 has addresses in brackets.
  return mapped === '' || DOTTED_NUMBER.test(mapped) ? undefined : mapped;
}

/**
 * Converts a name and nothing else. The functions of `node:url` parse URL hosts, so they read
 * `iana.123` as a broken IPv4 address, which RFC 5321 takes for a domain, and `１２７.1` as 127.0.0.1.
 * A last label that is no number keeps them from it.
 */
function asLabels(convert: (name: string) => string, name: string): string {
  return convert(`${name}.x`).slice(0, -2);
}

function wrongInAscii(ascii: string): SyntaxDetail | undefined {
  if (ascii.length > MAX_DOMAIN_OCTETS) return 'domain_too_long';
  for (const label of ascii.split('.')) {
    if (label === '') return 'domain_dots';
    if (label.length > MAX_LABEL_OCTETS) return 'label_too_long';
    if (label.startsWith('-') || label.endsWith('-')) return 'label_hyphen';
    if (!LETTERS_DIGITS_HYPHENS.test(label)) return 'domain_character';
  }
  return undefined;
}

/**
 * Every A-label must decode, and encode again to itself (RFC 5891 §5.4): `domainToASCII` lets broken
 * punycode pass when the whole name is ASCII. Hyphens by RFC 5891 §4.2.3.1.
 */
function isSoundUnicode(ascii: string, unicode: string): boolean {
  if (asLabels(domainToASCII, unicode) !== ascii) return false;
  return unicode
    .split('.')
    .every((label) =>
      ASCII.test(label) ? !label.startsWith('xn--') : !/^-|-$|^..--/u.test(label),
    );
}

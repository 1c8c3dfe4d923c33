import { toALabels, toULabels } from './idna.ts';
import type { SyntaxDetail } from './types.ts';

/** Bidi classes R, AL and AN by Unicode block, without the extended Arabic digits of class EN. */
const RIGHT_TO_LEFT_LETTER =
  /(?![\u06f0-\u06f9])(?=[\p{L}\p{N}\p{P}])[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const JOINER_AT_END = /[\u200c\u200d]\p{M}*$/u;
const LAST_BEFORE_MARKS = /([^\p{Mn}\p{Me}])[\p{Mn}\p{Me}]*$/u;
const ALEF = '\u05d0';

/**
 * Whether a name of valid U-labels satisfies the Bidi rule (RFC 5893 §2). One right-to-left letter
 * subjects all labels to the rule, but `toALabels` checks each label separately.
 */
export function satisfiesBidiRule(labels: readonly string[]): boolean {
  const others = labels.filter((label) => !RIGHT_TO_LEFT_LETTER.test(label));
  if (others.length === labels.length) return true;
  if (labels.some((label) => JOINER_AT_END.test(label))) return false;
  return others.every((label) => {
    const [first = ''] = label;
    const last = LAST_BEFORE_MARKS.exec(label)?.[1] ?? '';
    return isLeftToRight(first) && (isLeftToRight(last) || isDigit(last));
  });
}

/**
 * JavaScript does not expose Bidi class L, so this function puts the character between two
 * right-to-left letters: the label is invalid only if the character has class L.
 */
function isLeftToRight(character: string): boolean {
  return toALabels(ALEF + character + ALEF) === '';
}

/**
 * Whether a character of a left-to-right script has Bidi class EN. Such a character may end a label
 * that starts with a right-to-left letter; a character of class L may not.
 */
function isDigit(character: string): boolean {
  return toALabels(ALEF + character) !== '';
}

/** RFC 5321 §4.5.3.1.2. */
const MAX_DOMAIN_OCTETS = 255;
/** RFC 1035 §2.3.4. */
const MAX_LABEL_OCTETS = 63;

const ASCII = /^[^\u0080-\u{10ffff}]*$/u;
const LETTERS_DIGITS_HYPHENS = /^[a-z0-9-]+$/;
/**
 * Punctuation that no registry allows in a name, such as quotation marks and dashes. The exceptions
 * are from RFC 5892 §2.6: middle dot between two `l`, tsheg, geresh, gershayim and katakana middle
 * dot.
 */
const PUNCTUATION = /(?![ -~\u00b7\u0f0b\u05f3\u05f4\u30fb])\p{P}|(?<!l)\u00b7|\u00b7(?!l)/u;
const DOTTED_NUMBER = /^[0-9.]+$/;
const JOINER = /[\u200c\u200d]/g;
/** A joiner and its neighbors. Combining marks in between do not count. */
const JOINER_WITH_NEIGHBORS =
  /[^\p{M}\u200c\u200d]\p{M}*[\u200c\u200d](?=(\p{M}*[^\p{M}\u200c\u200d])?)/gu;

interface ParsedDomain {
  /** A-labels, lower case. */
  readonly ascii: string;
  /** U-labels, as UTS #46 maps them. */
  readonly unicode: string;
}

const PLAIN_LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const PLAIN_DOMAIN = new RegExp(`^(?!.*xn--)${PLAIN_LABEL}(?:\\.${PLAIN_LABEL})+$`);

/** Whether a domain needs no conversion: lowercase letters, digits and hyphens only. */
export function isPlainDomain(input: string): boolean {
  return input.length <= MAX_DOMAIN_OCTETS && PLAIN_DOMAIN.test(input);
}

/** Maximum cached domains, which take about 1 MB: enough for the domains of neighboring rows. */
const MAX_CACHED_DOMAINS = 4096;
/**
 * Converting a domain takes ten times as long as parsing the rest of an address, and lists repeat
 * domains.
 */
const cache = new Map<string, ParsedDomain | SyntaxDetail>();

export function parseDomain(input: string): ParsedDomain | SyntaxDetail {
  const cached = cache.get(input);
  if (cached !== undefined) return cached;
  const parsed = convertDomain(input);
  if (input.length > MAX_DOMAIN_OCTETS) return parsed;
  if (cache.size >= MAX_CACHED_DOMAINS) cache.clear();
  cache.set(input, parsed);
  return parsed;
}

/**
 * Parses the part after the `@`: `Domain` of RFC 5321 §4.1.2, with U-labels by RFC 5890. A domain
 * without a dot is rejected, because it is a typo or one of the few top-level domains that RFC 7085
 * lists. A trailing dot marks the DNS root and is removed.
 * @returns the domain, or the error
 */
function convertDomain(input: string): ParsedDomain | SyntaxDetail {
  if (input === '') return 'domain_empty';
  if (input.startsWith('[')) return input.endsWith(']') ? 'address_literal' : 'domain_character';
  if (/[\s()]/.test(input)) return 'comment_or_space';
  // UTS #46 checks the NFC form, in which `=` and U+0338 are one character and U+037E is a
  // semicolon.
  if (/[^a-z0-9._\u0080-\u{10ffff}-]/iu.test(input.normalize('NFC'))) return 'domain_character';

  const mapped = toAscii(input.replace(/(?<=[^.])\.$/, ''));
  if (mapped === undefined) return 'label_idna';
  const error = findAsciiError(mapped);
  if (error) return error;

  // Nearly all names are ASCII, and their U-labels are the same.
  if (!mapped.includes('xn--')) return { ascii: mapped, unicode: mapped };
  const unicode = toULabels(mapped);
  if (PUNCTUATION.test(unicode)) return 'domain_character';
  return isValidUnicode(mapped, unicode) ? { ascii: mapped, unicode } : 'label_idna';
}

function toAscii(input: string): string | undefined {
  if (ASCII.test(input)) return input.toLowerCase();
  const mapped = toALabels(input);
  // An IP address in digits of another script must not pass as a domain.
  return mapped === '' || DOTTED_NUMBER.test(mapped) ? undefined : mapped;
}

/**
 * Returns the first error in the A-labels. Host names have no underscores, but some names below a
 * registered name have underscores and an MX. Registries issue no names with underscores, so the
 * last two labels must have none.
 */
function findAsciiError(ascii: string): SyntaxDetail | undefined {
  if (ascii.length > MAX_DOMAIN_OCTETS) return 'domain_too_long';
  const labels = ascii.split('.');
  for (const [at, label] of labels.entries()) {
    if (label === '') return 'domain_dots';
    if (label.length > MAX_LABEL_OCTETS) return 'label_too_long';
    if (label.startsWith('-') || label.endsWith('-')) return 'label_hyphen';
    const letters = at < labels.length - 2 ? label.replaceAll('_', '') : label;
    if (!LETTERS_DIGITS_HYPHENS.test(letters)) return 'domain_character';
  }
  return ascii.includes('.') ? undefined : 'domain_without_dot';
}

/**
 * Whether every A-label can be decoded and encodes to itself again (RFC 5891 §5.4): `toALabels`
 * accepts broken punycode if the entire name is ASCII. Hyphens follow RFC 5891 §4.2.3.1.
 */
function isValidUnicode(ascii: string, unicode: string): boolean {
  if (toALabels(unicode) !== ascii) return false;
  const labels = unicode.split('.');
  return labels.every(isValidLabel) && satisfiesBidiRule(labels);
}

function isValidLabel(label: string): boolean {
  if (ASCII.test(label)) return !label.startsWith('xn--');
  return !/^-|-$|^..--/u.test(label) && hasValidJoiners(label);
}

/**
 * Whether every joiner is allowed in its position (RFC 5892, appendix A). `toALabels` accepts a
 * label if one of its joiners is allowed, so this function checks each joiner with only its
 * neighbors, and also the label without joiners.
 */
function hasValidJoiners(label: string): boolean {
  const count = label.match(JOINER)?.length ?? 0;
  if (count === 0) return true;
  const joined = [...label.matchAll(JOINER_WITH_NEIGHBORS)].map(
    ([before, after = '']) => before + after,
  );
  const parts = [label.replace(JOINER, ''), ...joined];
  return joined.length === count && parts.every((part) => toALabels(part) !== '');
}

import { normalizeTypography } from './normalize-typography.ts';
import { parseAddress } from './parse-address.ts';

/**
 * Replaces an unknown HTML entity or octet. `WORD` includes it, so that the text after it does not
 * look like a complete address.
 */
const UNREADABLE_CHARACTER = '\ufffd';
const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['commat', '@'],
  ['period', '.'],
  ['nbsp', ' '],
  ['lsquo', "'"],
  ['rsquo', "'"],
  ['ldquo', '"'],
  ['rdquo', '"'],
  ['laquo', '«'],
  ['raquo', '»'],
  ['bull', '•'],
]);
const ENTITY = /&(?:#(\d{1,6})|#x([0-9a-f]{1,5})|([a-z]{2,8}\d{0,2}));/gi;
/** A non-ASCII character in a URL. */
const OCTETS = /(?:%[89a-f][0-9a-f])+/gi;
/** Escapes of ASCII characters in URLs, and of characters in workbook XML and in JSON. */
const ESCAPE = /%([0-7][0-9a-f])|_x([0-9a-f]{4})_|\\u([0-9a-f]{4})/gi;

/**
 * A possible address, or a word without `@`. The pattern scans no character twice. A word may
 * contain control characters and U+FFFD, which result from damage or from decoding with the wrong
 * charset and make an address invalid: otherwise a damaged `rémy` would become `my`.
 */
const WORD =
  /(?:(?![<>|\s])[\p{L}\p{M}\p{N}\p{S}\p{Cc}\ufffd.!#$%&'*+/=?^_`~-])+(?:@([\p{L}\p{M}\p{N}._\u00b7\u30fb-]+))?/gu;
/** A prefix that is not part of the local part: the name of a field in a form, URL or certificate. */
const FIELD =
  /^.*(?<![a-z])(?:e-?mail|mailto|mail|courriel|smtp|to|cc|bcc|user|login|(?:e-?mail)?address|cn|uid|upn)=/i;
/** A label at the start of a word, such as `email~` or `Work=`. A certificate has `E=`. */
const LABEL =
  /^(?:(?:e-?mail-?(?:address|adresse)?\d?|mail|mailto|courriel|correo|smtp|login|user(?:name|principalname)?|uid|upn|cn|rfc822name|work|home|office|business|private?|privat|perso(?:nal|nel)?|pro|other|main|primary|travail|bureau|b(?:ü|ue)ro|arbeit|trabajo|casa)[=~*^#!/]+|e=)/i;
/** An id, phone number or capitalized name before an address, as in `1042/jane@example.com`. */
const NUMBER_OR_NAME =
  /^(?:\+?\d[\d.-]*[=~*^#!/]+(?=\p{L}[^=~*^#!/]*$)|\p{Lu}\p{Ll}+(?:[/*~^#]+(?=\p{Ll})|=(?=\p{Ll}[^.=]*$)))/u;
const LEADING_SIGNS = /^(?:[*'`~=/?#!&^\p{Cc}]|(?![ -~\ufffd])\p{S}\ufe0f?)+/u;
/** The part of a URL before its last path segment or parameter. */
const URL_START = /^\/\/.*[/?&=#]/;
const TRAILING_SIGNS = /(?<![._-])[._-]+$/;
/** A top-level domain: at least two characters, and not a number. */
const TOP_LEVEL_DOMAIN = /\.(?!\d+$)[^.]{2,}$/;
/** A domain followed by a possible continuation: `example.co,uk`, or a damaged character. */
const CONTINUED_DOMAIN =
  /^[^,;:\s]*(?:\ufffd\.?[a-z\d]|\s+\.[a-z]|\.\s+(?:com?|net|org|fr|de|it|es|uk|br)\b|(?<=\.(?:com?|org|net|ac|gov|edu))[,;:\s](?:uk|br|mx|ar|au|jp|za|nz|kr|tr|pe|th|il|cn|tw|hk|sg)(?![\w.@-]))/i;
const LOOKAHEAD_LENGTH = 16;
/**
 * Matches a word with the character before it if the word is not an address, because it follows `@`
 * or begins with the letter of an escape such as `\n`.
 */
const BROKEN_PREFIX = /^(?:@|\\[nrt])/;
/**
 * A word that may be the first half of a local part, as in `jane doe@example.com`. On French
 * keyboards, a dot without Shift is a semicolon.
 */
const FIRST_HALF = /^\s*([\p{Ll}\p{N}._-]+)(?:\s+|[,;])$/u;
const LABELS =
  /^(?:e-?mails?|mails?|courriels?|adresses?|address(?:es)?|contacts?|from|to|cc|bcc|de|an|von|a|the|at|and|or|et|und|y|o|work|home|priv\w*|perso\w*|pro|office|[-._\d]*)$/;

/** Whether an address begins with text that a person would not read as a part of it. */
export const hasPrefix = (address: string): boolean =>
  LABEL.test(address) || NUMBER_OR_NAME.test(address.slice(0, address.lastIndexOf('@')));

/**
 * Finds the distinct addresses that a person would recognize in free text: between brackets,
 * quotes, names, labels and links, even if escaped for HTML, URLs or a workbook. It never joins
 * separate words, and skips what may be only part of an address: checking the wrong mailbox is
 * worse than checking none. Takes linear time.
 */
export function findAddresses(text: string): string[] {
  const decoded = normalizeTypography(unescape(text));
  const found = new Map<string, string>();
  let quotes = 0;
  let counted = 0;
  for (const match of decoded.matchAll(WORD)) {
    const [word, domain] = match;
    if (domain === undefined) continue;
    quotes += decoded.slice(counted, match.index).split('"').length - 1;
    counted = match.index;
    const end = match.index + word.length;
    if (BROKEN_PREFIX.test((decoded[match.index - 1] ?? '') + word) || decoded[end] === '@')
      continue;
    if (isCutOff(decoded, match.index, end, quotes % 2 === 1)) continue;
    const isUrl = /https?:$/i.test(decoded.slice(Math.max(0, match.index - 6), match.index));
    const name = word
      .slice(0, -domain.length - 1)
      .replace(isUrl ? URL_START : FIELD, '')
      .replace(LABEL, '')
      .replace(NUMBER_OR_NAME, '')
      .replace(LEADING_SIGNS, '');
    const address = `${name}@${domain.replace(TRAILING_SIGNS, '')}`;
    const parsed = parseAddress(address);
    if (!parsed.valid || !TOP_LEVEL_DOMAIN.test(address)) continue;
    if (CONTINUED_DOMAIN.test(domain + decoded.slice(end, end + LOOKAHEAD_LENGTH))) continue;
    if (match.index <= MAX_FIRST_HALF_LENGTH && isSecondHalf(decoded.slice(0, match.index), name))
      continue;
    if (!found.has(parsed.normalized)) found.set(parsed.normalized, address);
  }
  return [...found.values()];
}

const CLOSING_BRACKETS: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['(', ')'],
  ['[', ']'],
  ['<', '>'],
]);

/** A comment or bracket inside a word: the text after it is the rest of the word. */
const INNER_BRACKET = /[\p{L}\p{N}](?:\([^()]*\)|\[[^[\]]*\])$/u;

/**
 * Whether a bracket or an unpaired quotation mark separates a word from a letter or digit before
 * it, as in `jane(doe@example.com` or `jane(x)doe@example.com`.
 */
function isCutOff(text: string, start: number, end: number, isQuoted: boolean): boolean {
  if (INNER_BRACKET.test(text.slice(Math.max(0, start - MAX_FIRST_HALF_LENGTH), start)))
    return true;
  const sign = text[start - 1] ?? '';
  const closing = CLOSING_BRACKETS.get(sign);
  if (closing === undefined || !/[\p{L}\p{N}]/u.test(text[start - 2] ?? '')) return false;
  return (sign === '"' && !isQuoted) || text[end] !== closing;
}

const MAX_FIRST_HALF_LENGTH = 64;

function isSecondHalf(before: string, name: string): boolean {
  const isUpperCase = /\p{Lu}/u.test(name) && !/\p{Ll}/u.test(before + name);
  const word = FIRST_HALF.exec(isUpperCase ? before.toLowerCase() : before)?.[1];
  return word !== undefined && !LABELS.test(word) && !name.toLowerCase().includes(word);
}

const unescape = (text: string): string =>
  text
    .replaceAll(/&(?:amp;)+/gi, '&')
    .replaceAll(/\\(?=['@])/g, '')
    .replaceAll(ENTITY, (_, decimal?: string, hex?: string, name?: string) =>
      name === undefined
        ? character(decimal === undefined ? parseInt(hex ?? '', 16) : Number(decimal))
        : (ENTITIES.get(name.toLowerCase()) ?? UNREADABLE_CHARACTER),
    )
    .replaceAll(OCTETS, decodeOctets)
    .replaceAll(ESCAPE, (_, octet?: string, unit?: string, json?: string) =>
      character(parseInt(octet ?? unit ?? json ?? '', 16)),
    );

function decodeOctets(octets: string): string {
  try {
    return decodeURIComponent(octets);
  } catch {
    return UNREADABLE_CHARACTER;
  }
}

/** Converts a decoded code to a character. Control characters of ASCII become a space. */
const character = (code: number): string =>
  code > 0x20 && code !== 0x7f ? String.fromCodePoint(code) : ' ';

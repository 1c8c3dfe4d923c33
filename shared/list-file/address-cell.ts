import { findAddresses, hasPrefix } from '../../packages/verifier/src/address/find-addresses.ts';
import { parseAddress } from '../../packages/verifier/src/address/parse-address.ts';

/** Never part of an address: zero-width space, word joiner, byte order mark and soft hyphen. */
const INVISIBLE_CHARACTERS = /[\u200b\u2060\ufeff\u00ad]/g;
/** Whitespace, directional marks and joiners, which have no meaning at the ends of a string. */
const EDGE_CHARACTER = '[\\s\\u200c-\\u200f\\u202a-\\u202e\\u2066-\\u2069]';
const EDGE_CHARACTERS = new RegExp(
  `^${EDGE_CHARACTER}+|(?<!${EDGE_CHARACTER})${EDGE_CHARACTER}+$`,
  'g',
);
const TRAILING_SEPARATORS = /(?<![;,])[;,]+$/;
const MAILTO_LINK = /^mailto:([^?%]*)(?![^?])/i;
/** `Name <a@b>`; the name may contain anything except another address in brackets. */
const BRACKETED_ADDRESS = /^[^>]*<([^<>@]*@[^<>]*)>$/;
/** The whole string in matching quotes or apostrophes. A quoted local part does not match. */
const QUOTED_ADDRESS = /^(["'])([^"'@]*@[^"']*)\1$/;

/** An unpaired quote at one end. Paired quotes may enclose a quoted local part and are kept. */
const UNPAIRED_QUOTE = /^"(?=[^"]*$)|"$(?<=^[^"]*")/;

/** The apostrophe with which our results prevent spreadsheets from evaluating a cell. */
const FORMULA_GUARD = /^'(?=[=+@-])/;

/** Fast path for nearly all cells: an address without suspicious characters, and no other text. */
const PLAIN_ADDRESS = /^(?!_x)[\w+-][\w.+'-]*@[a-z0-9.-]*[a-z0-9]$/i;

/**
 * Text that may need cleaning although it is a valid address by RFC 6531. At the start: quotation
 * marks, bullets, signs, brackets, and the apostrophe that marks text in Excel and guards formulas
 * in our results; `=`, `+` and `-` are kept, so that a cell is parsed like its guarded form.
 * Anywhere: fields of URLs and certificates, typographic and full-width characters, and escapes of
 * workbooks. At the end: a dot.
 */
const SUSPECT_CHARACTERS =
  /^(?:['*`{|#~^!?&]|\/(?![^@]*[/=])|%[0-9a-f]{2}|\/\/|(?![ -~])\p{P}|(?:(?![ -~])\p{S}|\u200d|\ufe0f)+(?=[a-z0-9])|(?:mailto|smtp)%3a)|[/?&]e-?mail(?:address)?=|[\u00b4\u2010-\u2015\u2018\u2019\u02bc\u2032\u2212\uff01-\uff5e]|_x[0-9a-f]{4}_|\.$/iu;

/** The `@` of a cell that contains only an address in quoted-printable (RFC 2045 §6.7). */
const QUOTED_PRINTABLE_AT = /(?<=^[\w.+-]{1,64})=40(?=[a-z\d][a-z\d.-]*\.[a-z]{2,}$)/i;

/** Maximum characters of a cell: four times the longest address, with room for a name. */
export const MAX_CELL_LENGTH = 1024;

const trim = (text: string): string => text.replaceAll(EDGE_CHARACTERS, '');

/**
 * Extracts the first address of a cell: removes surrounding space, invisible characters, names,
 * labels, brackets, quotes, links and escapes. Typographic apostrophes and dashes and full-width
 * letters become ASCII, because nobody issues mailboxes with them. Text is never joined across
 * spaces or line breaks. The result may be invalid, such as the truncated text of an overlong cell,
 * so callers must parse it. It is empty for a blank cell. Takes linear time.
 */
export function addressOfCell(cell: string): string {
  if (cell.length <= MAX_CELL_LENGTH && PLAIN_ADDRESS.test(cell)) return cell;
  const text = stripDecoration(cell);
  const isTruncated = text.length === MAX_CELL_LENGTH;
  return isTruncated || isAddress(text) ? text : (extractAddresses(cell)[0] ?? text);
}

export function addressesInCell(cell: string): string[] {
  const text = stripDecoration(cell);
  return isAddress(text) ? [text] : extractAddresses(cell);
}

const isAddress = (text: string): boolean =>
  PLAIN_ADDRESS.test(text) ||
  (text.includes('@') &&
    !SUSPECT_CHARACTERS.test(text) &&
    !hasPrefix(text) &&
    parseAddress(text).valid);

const AT_SIGN = /[@\uff20]|%40|&#|&commat;|_x0040_/i;
const extractAddresses = (cell: string): string[] =>
  AT_SIGN.test(cell) ? findAddresses(cell) : [];

function stripDecoration(cell: string): string {
  let text = trim(cell.replaceAll(INVISIBLE_CHARACTERS, ''));
  if (text.length > MAX_CELL_LENGTH) return text.slice(0, MAX_CELL_LENGTH);
  text = trim(text.replace(TRAILING_SEPARATORS, ''));
  if (text.endsWith('>')) text = BRACKETED_ADDRESS.exec(text)?.[1] ?? text;
  text = QUOTED_ADDRESS.exec(text)?.[2] ?? text;
  text = text.replace(UNPAIRED_QUOTE, '').replace(FORMULA_GUARD, '');
  text = MAILTO_LINK.exec(trim(text))?.[1] ?? text;
  return trim(text).replace(QUOTED_PRINTABLE_AT, '@');
}

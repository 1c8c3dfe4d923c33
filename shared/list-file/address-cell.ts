import { findAddresses } from '../../packages/verifier/src/address/find-addresses.ts';
import { parseAddress } from '../../packages/verifier/src/address/parse-address.ts';

/** Never part of an address: zero-width space, word joiner, byte order mark, soft hyphen. */
const UNSEEN = /[\u200b\u2060\ufeff\u00ad]/g;
/** Space of any kind, directional marks and joiners, which mean nothing at the ends. */
const EDGE = '[\\s\\u200c-\\u200f\\u202a-\\u202e\\u2066-\\u2069]';
const EDGES = new RegExp(`^${EDGE}+|(?<!${EDGE})${EDGE}+$`, 'g');
const LAST_SIGNS = /(?<![;,])[;,]+$/;
const MAILTO = /^mailto:([^?%]*)(?![^?])/i;
/** `Name <a@b>`; the name may hold anything but another address in brackets. */
const ANGLED = /^[^>]*<([^<>@]*@[^<>]*)>$/;
/** Quotes or apostrophes around the whole, which no local part keeps to its end. */
const WRAPPED = /^(["'])([^"'@]*@[^"']*)\1$/;

/** A quote at one end that nothing closes; two of them may belong to a quoted local part. */
const LONE_QUOTE = /^"(?=[^"]*$)|"$(?<=^[^"]*")/;

/** The apostrophe by which our results keep a spreadsheet from running a cell. */
const GUARD = /^'(?=[=+@-])/;

/** Nearly all cells: nothing surrounds the address, and nothing in it needs a second look. */
const CLEAN = /^(?!_x)[\w+-][\w.+'-]*@[a-z0-9.-]*[a-z0-9]$/i;

/**
 * Signs of a second look at a text that is an address by RFC 6531. In front of it: quotation marks,
 * bullets, brackets, a field of a URL, and the apostrophe by which Excel marks a text and our own
 * results guard a formula. Anywhere: characters of word processors, full width and workbooks.
 */
const SUSPECT =
  /^(?:['*`{|]|%[0-9a-f]{2}|\/\/|(?![ -~])\p{P}|(?![ -~])\p{S}(?=[a-z0-9])|(?:e-?mail|mailto|smtp)(?:=|%3a))|[\u00b4\u2010-\u2015\u2018\u2019\u02bc\u2032\u2212\uff01-\uff5e]|_x[0-9a-f]{4}_|\.$/iu;

/** Characters: four times the longest address, with room for a name around it. */
export const MAX_CELL_LENGTH = 1024;

const trim = (text: string): string => text.replaceAll(EDGES, '');

/**
 * The address a cell stands for, without what surrounds it: space, invisible characters, names,
 * labels, brackets, quotes, links and escapes. Of several it is the first. Its spelling stays, except
 * that typographic apostrophes and dashes and letters of full width become those on the keys: nobody
 * issues the others, so the mailbox that is meant is asked. The engine itself does not change what it
 * is given, and suggests the other spelling.
 *
 * Whether it is an address is for its parser to say: the start that stands for an overlong cell is
 * none. Nothing is put together: `jane @example.com` stays as it is. Empty when the cell is blank.
 * Takes time in proportion to the cell's length.
 */
export function addressOfCell(cell: string): string {
  if (cell.length <= MAX_CELL_LENGTH && CLEAN.test(cell)) return cell;
  const text = tidy(cell);
  const isCut = text.length === MAX_CELL_LENGTH;
  return isCut || isAddress(text) ? text : (found(cell)[0] ?? text);
}

/** Every distinct address in a cell, in order. */
export function addressesInCell(cell: string): string[] {
  const text = tidy(cell);
  return isAddress(text) ? [text] : found(cell);
}

const isAddress = (text: string): boolean =>
  CLEAN.test(text) || (text.includes('@') && !SUSPECT.test(text) && parseAddress(text).valid);

/** An `@` in any form. */
const AT = /[@\uff20]|%40|&#|&commat;|_x0040_/i;
const found = (cell: string): string[] => (AT.test(cell) ? findAddresses(cell) : []);

function tidy(cell: string): string {
  let text = trim(cell.replaceAll(UNSEEN, ''));
  if (text.length > MAX_CELL_LENGTH) return text.slice(0, MAX_CELL_LENGTH);
  text = trim(text.replace(LAST_SIGNS, ''));
  if (text.endsWith('>')) text = ANGLED.exec(text)?.[1] ?? text;
  text = WRAPPED.exec(text)?.[2] ?? text;
  text = text.replace(LONE_QUOTE, '').replace(GUARD, '');
  text = MAILTO.exec(trim(text))?.[1] ?? text;
  return trim(text);
}

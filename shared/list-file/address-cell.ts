/** Never part of an address: zero-width space, word joiner, byte order mark, soft hyphen. */
const UNSEEN = /[\u200b\u2060\ufeff\u00ad]/g;
/** Space of any kind, directional marks and joiners, which mean nothing at the ends. */
const EDGE = '[\\s\\u200c-\\u200f\\u202a-\\u202e\\u2066-\\u2069]';
const EDGES = new RegExp(`^${EDGE}+|(?<!${EDGE})${EDGE}+$`, 'g');
const LAST_SIGNS = /(?<![;,])[;,]+$/;
const MAILTO = /^mailto:([^?]*)/i;
/** `Name <a@b>`; the name may hold anything. */
const ANGLED = /<([^<>@]*@[^<>]*)>$/;
/** Quotes or apostrophes around the whole, which no local part keeps to its end. */
const WRAPPED = /^(["'])([^"'@]*@[^"']*)\1$/;

/** A quote at one end that nothing closes; two of them may belong to a quoted local part. */
const LONE_QUOTE = /^"(?=[^"]*$)|"$(?<=^[^"]*")/;

/** Characters: four times the longest address, with room for a name around it. */
export const MAX_CELL_LENGTH = 1024;

const trim = (text: string): string => text.replaceAll(EDGES, '');

/**
 * The address a cell stands for, without what surrounds it: space, invisible characters, a name
 * with angle brackets, `mailto:`, quotes, also half of a pair, a last comma or semicolon. Its
 * spelling stays; whether it is an address is for its parser to say: the start that stands for an
 * overlong cell is none. Empty when the cell is blank. Takes time in proportion to the cell's
 * length.
 */
export function addressOfCell(cell: string): string {
  let text = trim(cell.replaceAll(UNSEEN, ''));
  if (text.length > MAX_CELL_LENGTH) return text.slice(0, MAX_CELL_LENGTH);
  text = trim(text.replace(LAST_SIGNS, ''));
  text = ANGLED.exec(text)?.[1] ?? text;
  text = WRAPPED.exec(text)?.[2] ?? text;
  text = text.replace(LONE_QUOTE, '');
  text = MAILTO.exec(trim(text))?.[1] ?? text;
  return trim(text);
}

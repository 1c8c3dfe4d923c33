import { MAX_LINE_LENGTH } from '../model/upload-limits.ts';
import { FileError } from './file-error.ts';
import { splitAddresses } from './split-addresses.ts';

/** A character that parts an address from the next one. */
const ADDRESS_END = /[\s,;，、；]/;

/**
 * Makes a function that gets the pieces of a text in order, and whether a piece is the last one,
 * and yields a row for each address on its lines, none for a blank line. A line of any length is
 * read in parts.
 * @throws {FileError} `line_too_long` for that many characters without an address
 */
export function createAddressParser(
  maxLength = MAX_LINE_LENGTH,
): (piece: string, last: boolean) => Generator<readonly string[]> {
  let rest = '';
  return function* (piece, last) {
    const lines = (rest + piece).split(/\r\n|\r|\n/);
    rest = last ? '' : (lines.pop() ?? '');
    if (rest.length > maxLength) {
      const at = lastAddress(rest);
      if (at === undefined) throw new FileError('line_too_long');
      lines.push(rest.slice(0, at));
      rest = rest.slice(at);
    }
    for (const line of lines) for (const part of splitAddresses(line)) yield [part];
  };
}

/** The end of the last address that is complete. */
function lastAddress(text: string): number | undefined {
  for (let at = text.lastIndexOf('@'); at > 0; at = text.lastIndexOf('@', at - 1)) {
    const end = text.slice(at).search(ADDRESS_END);
    if (end > 0) return at + end;
  }
  return undefined;
}

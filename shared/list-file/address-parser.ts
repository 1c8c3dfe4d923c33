import { MAX_LINE_LENGTH } from '../model/upload-limits.ts';
import { FileError } from './file-error.ts';
import { splitAddresses } from './split-addresses.ts';

const ADDRESS_END = /[\s,;，、；]/;

/**
 * Creates a parser that takes the pieces of a text in order, with a flag for the last one, and
 * yields a row for each address; blank lines yield none. Long lines are parsed in parts.
 * @param maxLength maximum characters of a line without an address
 * @throws {FileError} `line_too_long`
 */
export function createAddressParser(
  maxLength = MAX_LINE_LENGTH,
): (piece: string, last: boolean) => Generator<readonly string[]> {
  let buffered = '';
  return function* (piece, last) {
    const lines = (buffered + piece).split(/\r\n|\r|\n/);
    buffered = last ? '' : (lines.pop() ?? '');
    if (buffered.length > maxLength) {
      const at = lastAddressEnd(buffered);
      if (at === undefined) throw new FileError('line_too_long');
      lines.push(buffered.slice(0, at));
      buffered = buffered.slice(at);
    }
    for (const line of lines) for (const part of splitAddresses(line)) yield [part];
  };
}

function lastAddressEnd(text: string): number | undefined {
  for (let at = text.lastIndexOf('@'); at > 0; at = text.lastIndexOf('@', at - 1)) {
    const end = text.slice(at).search(ADDRESS_END);
    if (end > 0) return at + end;
  }
  return undefined;
}
